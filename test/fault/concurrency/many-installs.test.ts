import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runValehook } from "../../support/hook-driver.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const person = { hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } };

function folderInHome(place: TestWorkspace): string {
  const folder = join(place.home, ".claude");
  mkdirSync(folder, { recursive: true });
  return folder;
}

test("installs that run at once register every hook once and keep the person's own", async () => {
  const place = makeWorkspace();
  const folder = folderInHome(place);
  const settings = join(folder, "settings.json");
  const before = JSON.stringify(person, undefined, 2);
  writeFileSync(settings, before);
  const install = async () =>
    await runValehook(["install", "--client", "claude", "--scope", "user"], {
      cwd: place.root,
      env: place.env,
    });
  const ended = await Promise.all([install(), install(), install(), install()]);
  for (const { code, stderr } of ended) expect(code, stderr).toBe(0);
  const together = readFileSync(settings, "utf8");
  expect(together).toContain("say done");
  await install();
  expect(readFileSync(settings, "utf8")).toBe(together);
  const { hooks } = JSON.parse(together) as { hooks: Record<string, unknown[]> };
  for (const [event, groups] of Object.entries(hooks)) {
    const ours = groups.filter((group) => JSON.stringify(group).includes("valehook"));
    expect(ours, event).toHaveLength(1);
  }
  const backup = "settings.json.valehook-backup";
  expect(readdirSync(folder)).toEqual(["settings.json", backup]);
  expect(readFileSync(join(folder, backup), "utf8")).toBe(before);
});
