import { Ajv, type AnySchema, type ValidateFunction } from "ajv";
import * as formats from "ajv-formats";
import rdf from "../../fixtures/schemas/rdf-diagnostic.json" with { type: "json" };
import sarif from "../../fixtures/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };

/** The words of draft 4 that these schemas use mean the same in draft 7, but for the name of `id`. */
function compile(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  const words = Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "id");
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default.default(ajv);
  return ajv.compile(Object.fromEntries(words) as AnySchema);
}

export const validSarif = compile(sarif);
export const validDiagnostic = compile(rdf);
