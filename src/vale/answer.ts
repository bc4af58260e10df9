import * as v from "valibot";
import { failure, success, type Result } from "../base/result.ts";

/** Go writes an empty list as `null`; Vale before 3.16 has no `Suggestions` at all. */
const listOfText = v.nullish(v.array(v.string()), []);

const position = v.pipe(v.number(), v.integer());

const alertSchema = v.object({
  Action: v.object({ Name: v.string(), Params: listOfText }),
  Span: v.tuple([position, position]),
  Check: v.pipe(v.string(), v.minLength(1)),
  Link: v.string(),
  Message: v.string(),
  Severity: v.picklist(["suggestion", "warning", "error"]),
  Match: v.string(),
  Line: position,
  Suggestions: listOfText,
});

/** One thing that Vale says, as it comes: positions 1-based, `Span` inclusive, in code points. */
export type Alert = v.InferOutput<typeof alertSchema>;

/** Alerts by the name of the file as Vale prints it. A file without any isn't there. */
export type Answer = ReadonlyMap<string, readonly Alert[]>;

const alertsSchema = v.array(alertSchema);

/**
 * Reads what Vale printed with `--output=JSON`. Anything but alerts for files that were asked for fails
 * with what is wrong, since a partly understood answer could pass for a clean one.
 *
 * @param asked the names that were handed to Vale, without `./`
 */
export function parseAnswer(stdout: Buffer, asked: ReadonlySet<string>): Result<Answer, string> {
  const text = stdout.toString("utf8");
  if (text.trim() === "") return failure("it is empty");
  const json = parseJson(text);
  if (!json.ok) return json;
  if (!isObject(json.value)) return failure("it is not an object");
  const answer = new Map<string, readonly Alert[]>();
  for (const [printed, alerts] of Object.entries(json.value)) {
    const name = printed.startsWith("./") ? printed.slice(2) : printed;
    if (!asked.has(name)) return failure(`it speaks of ${printed}, which was not asked for`);
    if (answer.has(name)) return failure(`it speaks of ${name} twice`);
    const parsed = v.safeParse(alertsSchema, alerts);
    if (!parsed.success) return failure(`of ${printed}, ${describeIssue(parsed.issues[0])}`);
    answer.set(name, parsed.output);
  }
  return success(answer);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): Result<unknown, string> {
  try {
    return success(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return failure("it is not JSON");
    throw error;
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const where = issue.path?.map((item) => String(item.key)).join(".") ?? "the list";
  return `${where} is ${issue.received}, not ${issue.expected ?? "what it should be"}`;
}
