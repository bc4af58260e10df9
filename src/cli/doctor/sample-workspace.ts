import { execa } from "execa";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { gitEnvironment } from "../../scope/git-environment.ts";

/** A workspace of doctor's own, with a style, in which hooks may do what they do. */
export interface SampleWorkspace {
  readonly root: string;
  /** What hooks get as `XDG_STATE_HOME`, so that they leave nothing in the person's own. */
  readonly stateHome: string;
  /** Puts a word into {@link sampleFile} that the style forbids. */
  change(): Promise<void>;
  remove(): Promise<void>;
}

export const sampleFile = "sample.md";

const files: Readonly<Record<string, string>> = {
  ".vale.ini":
    "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*.md]\nBasedOnStyles = Sample\n",
  "styles/Sample/Word.yml":
    "extends: existence\nmessage: \"Avoid '%s'.\"\nlevel: error\ntokens:\n  - valehooksample\n",
  [sampleFile]: "# A sample\n",
};

/** Makes a sample workspace in the system's temporary folder; a Git work tree where `git` is set. */
export async function makeSampleWorkspace(
  env: NodeJS.ProcessEnv,
  { git }: { readonly git: boolean },
): Promise<SampleWorkspace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "valehook-doctor-")));
  const root = join(folder, "work");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  if (git) {
    // Where Git fails, its own check says so, and the sample is a plain folder.
    await execa("git", ["init", "--quiet", "--template="], {
      cwd: root,
      env: gitEnvironment(env, root),
      extendEnv: false,
      reject: false,
    });
  }
  return {
    root,
    stateHome: join(folder, "state"),
    change: async () => {
      await writeFile(join(root, sampleFile), `${files[sampleFile] ?? ""}\nA valehooksample.\n`);
    },
    remove: async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
