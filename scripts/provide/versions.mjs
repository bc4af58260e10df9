/** Everything that is provided, by exact version. The tests are written against these. */
export const versions = {
  vale: { module: "github.com/vale-cli/vale/v3/cmd/vale", version: "3.22.0" },
  olderVale: { module: "github.com/errata-ai/vale/v3/cmd/vale", version: "3.15.2" },
  docutils: "0.22.4",
  asciidoctor: ["asciidoctor@3.0.4", "@asciidoctor/cli@4.0.0"],
  chromium: "@sparticuz/chromium@143.0.4",
  /** What docs/ci.md shows valehook together with. */
  preCommit: "4.7.0",
  lintStaged: "15.5.2",
  reviewdog: { module: "github.com/reviewdog/reviewdog/cmd/reviewdog", version: "0.21.0" },
  /** The Node majors that the suite also passes on, besides the one that runs it. */
  nodes: ["20.19.0", "22.23.2", "24.22.1"],
  clients: ["@openai/codex@0.171.0", "@anthropic-ai/claude-code@2.1.332"],
  /** Real documents and sources for the tests that compare valehook with Vale. */
  corpus: {
    packages: [
      "node-gyp@11.4.2",
      "normalize.css@8.0.1",
      "protozero@1.5.1",
      "react-native-svg@15.15.5",
      "sanitize.css@13.0.0",
    ],
    modules: [
      { module: "github.com/vale-cli/vale/v3", version: "3.22.0" },
      { module: "github.com/smacker/go-tree-sitter", version: "0.0.0-20240827094217-dd81d9e9be82" },
    ],
  },
};
