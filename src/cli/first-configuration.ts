/** A file that `valehook init` writes. */
export interface FirstFile {
  /** Relative to the workspace's root. */
  readonly path: string;
  readonly text: string;
}

const documentation = ["md", "mdx", "txt", "rst", "adoc", "html"];

/**
 * The first Vale configuration of a workspace: one section for the documentation formats that it has, one for its
 * sources, and a small style that needs no network. `extensions` are in lower case, without the dot; none at all
 * counts as Markdown.
 */
export function firstConfiguration(extensions: ReadonlySet<string>): readonly FirstFile[] {
  const documents = documentation.filter((extension) => extensions.has(extension));
  const sources = [...extensions].filter((extension) => !documentation.includes(extension)).sort();
  return [
    { path: ".vale.ini", text: iniText(documents.length === 0 ? ["md"] : documents, sources) },
    ...Object.entries(plainStyle).map(([rule, text]) => ({
      path: `.vale-styles/Plain/${rule}.yml`,
      text,
    })),
  ];
}

function iniText(documents: readonly string[], sources: readonly string[]): string {
  const sourceSection =
    sources.length === 0
      ? ""
      : `
# Comments in sources: only what is wrong anywhere.
[*.${pattern(sources)}]
Plain.Placeholders = YES
Plain.Repeated = YES
`;
  return `# Vale's configuration: https://vale.sh/docs/vale-ini
StylesPath = .vale-styles
MinAlertLevel = suggestion

# A published style, for example Google's: remove the "# " of the next line, run "vale sync" once, and add
# Google to BasedOnStyles below.
# Packages = Google

[*.${pattern(documents)}]
BasedOnStyles = Plain
${sourceSection}`;
}

function pattern(extensions: readonly string[]): string {
  return extensions.length === 1 ? (extensions[0] ?? "") : `{${extensions.join(",")}}`;
}

/** The style that `init` writes: few rules, each of which is right nearly always. */
const plainStyle: Readonly<Record<string, string>> = {
  Latin: `extends: substitution
message: "Write '%s' instead of '%s'."
level: suggestion
ignorecase: true
nonword: true
action:
  name: replace
swap:
  '\\be\\.g\\.': for example
  '\\bi\\.e\\.': that is
`,
  Placeholders: `extends: existence
message: "'%s' is left over: finish it or remove it."
level: error
ignorecase: false
tokens:
  - TODO
  - TBD
  - FIXME
  - '[Ll]orem ipsum'
`,
  Repeated: `extends: repetition
message: "'%s' is repeated."
level: error
ignorecase: true
alpha: true
tokens:
  - '[^\\s]+'
`,
  Sentences: `extends: occurrence
message: "This sentence has more than 40 words: split it."
level: suggestion
scope: sentence
max: 40
token: '\\b[\\w''-]+\\b'
`,
  Wordy: `extends: substitution
message: "Write '%s' instead of '%s'."
level: warning
ignorecase: true
capitalize: true
action:
  name: replace
swap:
  a number of: several
  at this point in time: now
  due to the fact that: because
  has the ability to: can
  in order to: to
  in the event that: if
  is able to: can
  leverage: use
  prior to: before
  the majority of: most
  utilize: use
`,
};
