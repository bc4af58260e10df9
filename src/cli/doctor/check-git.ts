import { explain } from "../../base/explain.ts";
import { runGit } from "../../scope/run-git.ts";
import { leftOutBySettings } from "../../check/workspace-rules.ts";
import { failBy, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";

/** Whether Git runs, and whether the workspace's files can be listed with it (outside Git: by the walk). */
export async function checkGit({
  open,
  listing,
  rules,
}: Examination): Promise<readonly Diagnosis[]> {
  const { workspace, env } = open;
  const version = await runGit(workspace, ["--version"], undefined, env);
  const program = version.ok
    ? ok(
        "Git",
        version.value
          .toString("utf8")
          .trim()
          .replace(/^git version /, ""),
      )
    : workspace.kind === "git"
      ? failBy("Git", version.problem)
      : ok("Git", "not found outside this folder, and not needed: it is no Git work tree");
  if (!listing.ok) return version.ok ? [program, failBy("Files", listing.problem)] : [program];
  const { maxFiles } = open.settings;
  const count = rules?.eligible.length ?? 0;
  if (count > maxFiles) {
    return [program, failBy("Files", { code: "too-many-files", count, max: maxFiles })];
  }
  const where =
    workspace.kind === "git" ? "in the Git work tree" : "in the folder (no Git work tree)";
  const unreadable = listing.value.unreadable.map((problem) => failBy("Files", problem));
  const leftOut = rules === undefined ? 0 : leftOutBySettings(rules, listing.value.bytes, "");
  return [program, filesFound(count, leftOut, where), ...unreadable];
}

function filesFound(count: number, leftOut: number, where: string): Diagnosis {
  const rest = leftOut > 0 ? `; include and exclude leave out ${leftOut}` : "";
  if (count > 0) return ok("Files", `${count} to check ${where}${rest}`);
  if (leftOut > 0) {
    const { what, next } = explain({ code: "nothing-included", count: leftOut });
    return { ...warn("Files", what, next), code: "nothing-included" };
  }
  const kinds = "Files of other kinds, in excluded folders, or ignored by Git are not checked.";
  return warn("Files", `No file ${where} is one that is checked.`, kinds);
}
