import { expect, test } from "vitest";

import { missingStyles } from "../../../src/scope/missing-styles.ts";
import { makeWorkspace } from "../../support/workspace.ts";

test("styles and packages are missing only if no StylesPath has them", () => {
  const workspace = makeWorkspace({
    kind: "plain",
    files: {
      ".vale.ini": [
        "StylesPath = styles",
        "Packages = Google, https://example.org/Team.zip, Hugo, Gone",
        "[*.md]",
        "BasedOnStyles = Vale, Google, House",
        "[docs/*.md]",
        "BasedOnStyles = House, Absent",
        "",
      ].join("\n"),
      "styles/Google/meta.json": "{}",
      "styles/House/Rule.yml": "",
      "styles/.vale-config/2-Hugo.ini": "",
    },
  });
  const missing = missingStyles(workspace.at(".vale.ini"));
  expect(missing).toEqual({
    ok: true,
    value: { styles: ["Absent"], packages: ["https://example.org/Team.zip", "Gone"] },
  });
});

test("a configuration that can't be read is no configuration without styles", () => {
  const workspace = makeWorkspace({ kind: "plain" });
  expect(missingStyles(workspace.at(".vale.ini"))).toMatchObject({
    ok: false,
    problem: { code: "vale-config-unreadable", errno: "ENOENT" },
  });
});
