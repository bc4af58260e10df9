import { execFileSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const extensions = ["md", "md", "rst", "txt", "py", "ts", "go", "js"];
/** A name for the commit; and Git doesn't pack objects in the background while something is measured. */
const identity = ["user.name=Bench", "user.email=bench@example.org", "gc.auto=0"].flatMap(
  (setting) => ["-c", setting],
);

/** A Git work tree of `count` small files of the kinds that are checked, all committed and older than the index. */
export function makeWorkspace(folder, count, env) {
  mkdirSync(folder, { recursive: true });
  const git = (...args) => execFileSync("git", args, { cwd: folder, env, maxBuffer: 1 << 30 });
  git("init", "--quiet");
  const folders = Math.max(1, Math.floor(count / 12));
  for (let index = 0; index < count; index += 1) {
    const part = index % folders;
    const area = join(folder, `area-${part % 17}`, `part-${part}`);
    mkdirSync(area, { recursive: true });
    const extension = extensions[index % extensions.length];
    writeFileSync(join(area, `page-${index}.${extension}`), `Page ${index} has plain words.\n`);
  }
  for (const [path, text] of Object.entries(style)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git("add", "--all");
  git(...identity, "commit", "--quiet", "--message", "Begin");
  const later = Date.now() / 1000 + 1;
  utimesSync(join(folder, ".git", "index"), later, later);
  return folder;
}

/** One rule that flags one word, so that a file is clean or not as the bench wants it, and room for 100,000 files. */
const style = {
  ".valehook.toml": "max_files = 200000\n",
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*]\nBasedOnStyles = T\n",
  "styles/T/Foo.yml":
    "extends: existence\nmessage: \"Avoid '%s'.\"\nlevel: warning\ntokens:\n  - foobad\n",
};

/** Git's listing of a work tree, as bytes. */
export function listingOf(folder, env) {
  return execFileSync("git", gitListing, { cwd: folder, env, maxBuffer: 1 << 30 });
}

export const gitListing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
