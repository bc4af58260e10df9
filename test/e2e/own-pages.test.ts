import { expect, test } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { runValehook } from "../support/hook-driver.ts";
import { projectRoot } from "../support/project-root.ts";
import { valePath } from "../support/vale.ts";
import { temporaryFolder } from "../support/workspace.ts";

test("valehook's own pages pass valehook", async () => {
  const env = { ...testEnvironment(temporaryFolder()), VALEHOOK_VALE: valePath() };
  const scanned = await runValehook(["scan", "--report", "all", "--no-cache"], {
    cwd: projectRoot,
    env,
  });
  expect(scanned.stdout).toMatch(/^Clean\. \d\d+ files checked/m);
  expect(scanned).toMatchObject({ code: 0, stderr: "" });
});
