import { toJsonSchema } from "@valibot/to-json-schema";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import published from "../../../schemas/scan-report.schema.json" with { type: "json" };
import { formatJson } from "../../../src/report/format-json.ts";
import { scanReportSchema } from "../../../src/report/scan-report-schema.ts";
import { checked, print, reportOf } from "./sample-report.ts";
import { finding, relPath } from "./support.ts";

test("the published schema is that of the code; `vitest run --update` writes it anew", async () => {
  const $schema = "http://json-schema.org/draft-07/schema#";
  const schema = { $schema, $id: "scan-report.schema.json", ...toJsonSchema(scanReportSchema) };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    "../../../schemas/scan-report.schema.json",
  );
});

const valid = new Ajv({ strict: false }).compile(published);

test.each([
  ["clean", reportOf([checked("a.md", [])])],
  ["findings", reportOf([checked("a.md", [finding({ suggestions: ["use"] })])])],
  [
    "incomplete",
    reportOf([
      checked("a.md", [finding()]),
      { kind: "unchecked", path: relPath("b.md"), problem: { code: "not-utf8", offset: 3 } },
    ]),
  ],
  [
    "skipped",
    reportOf([], {
      unconfigured: { code: "no-vale-config", root: "/work" },
      vale: undefined,
      skipped: [{ path: "a.svg", reason: "kind-not-supported" }],
    }),
  ],
] as const)("JSON of a scan that ended as %s is valid", (status, report) => {
  const parsed: unknown = JSON.parse(print(formatJson, report));
  expect(valid(parsed), JSON.stringify(valid.errors)).toBe(true);
  expect(parsed).toMatchObject({ schema: 1, status });
});

test("a key that the schema doesn't have is refused", () => {
  expect(valid({ ...reportOf([]), extra: 1 })).toBe(false);
});
