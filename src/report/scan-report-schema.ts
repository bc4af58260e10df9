import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const position = v.pipe(v.number(), v.integer(), v.minValue(1));

const pathText = v.pipe(
  v.string(),
  v.description(
    "Relative to root, with /. A byte that is not UTF-8 is carried as the lone surrogate U+DC80 to U+DCFF.",
  ),
);

const finding = v.strictObject({
  line: v.pipe(position, v.description("1-based.")),
  column: v.pipe(
    position,
    v.description("1-based, in code points; a byte order mark isn't counted."),
  ),
  endColumn: v.pipe(position, v.description("Exclusive.")),
  severity: v.picklist(["suggestion", "warning", "error"]),
  check: v.pipe(v.string(), v.description("The rule, Style.Rule.")),
  message: v.string(),
  match: v.pipe(v.string(), v.description("The text that the rule matched; may be empty.")),
  link: v.pipe(v.string(), v.description("Address of an explanation; may be empty.")),
  suggestions: v.pipe(v.array(v.string()), v.description("Replacements that the rule proposes.")),
  new: v.pipe(
    v.boolean(),
    v.description("New since the baseline; true where no baseline is known or none was asked for."),
  ),
});

const file = v.strictObject({
  path: pathText,
  findings: v.pipe(
    v.array(finding),
    v.minLength(1),
    v.description("Sorted by place, then check and message."),
  ),
});

const incomplete = v.strictObject({
  path: v.optional(pathText),
  code: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9-]+$/),
    v.description("A heading of docs/problems.md."),
  ),
  detail: v.pipe(v.string(), v.description("What happened, in one line.")),
  next: v.pipe(v.string(), v.description("What to do next, in one line; may be empty.")),
});

const skipped = v.strictObject({
  path: v.optional(pathText),
  reason: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
  detail: v.pipe(v.string(), v.description("Why, in one line.")),
});

const summary = v.strictObject({
  eligible: v.pipe(count, v.description("Files that were to be checked.")),
  checked: v.pipe(count, v.description("Files that Vale gave a verdict on.")),
  cached: v.pipe(count, v.description("Of the checked, those whose verdict was remembered.")),
  findings: v.pipe(count, v.description("All listed findings.")),
  error: count,
  warning: count,
  suggestion: count,
  older: v.optional(
    v.pipe(count, v.description("Findings that are not listed because they aren't new.")),
  ),
});

/** Schema 1 of `valehook scan --format json`. */
export const scanReportSchema = v.pipe(
  v.strictObject({
    schema: v.literal(1),
    status: v.picklist(["clean", "findings", "incomplete", "skipped"]),
    root: v.pipe(v.string(), v.description("Absolute path of the workspace.")),
    vale: v.pipe(
      v.nullable(
        v.strictObject({
          path: v.string(),
          version: v.pipe(v.nullable(v.string()), v.description("null if Vale doesn't tell it.")),
        }),
      ),
      v.description("The Vale that was run; null if none was found or needed."),
    ),
    summary,
    files: v.pipe(v.array(file), v.description("Files with findings, sorted by path.")),
    incomplete: v.pipe(
      v.array(incomplete),
      v.description("What could not be checked; without a path if it is no one file's fault."),
    ),
    skipped: v.pipe(
      v.array(skipped),
      v.description("What was asked for and is not to be checked."),
    ),
    durationMs: count,
  }),
  v.title("valehook scan report"),
  v.description("What valehook scan --format json prints."),
);
