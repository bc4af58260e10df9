import type { Problem } from "./problem.ts";
import { shorten } from "./shorten.ts";

/** What a problem means and what to do next, each one line of plain text without control characters. */
export interface Explanation {
  /** What happened. */
  readonly what: string;
  /** What to do next; empty where the sentence before says it all. */
  readonly next: string;
}

/** The wording of every problem. The only place that has any. */
export function explain(problem: Problem): Explanation {
  const { what, next } = wording(problem);
  return { what: ended(shorten(what, 400)), next: shorten(next, 400) };
}

/** {@link explain} as one line. */
export function explainLine(problem: Problem): string {
  const { what, next } = explain(problem);
  return next === "" ? what : `${what} ${next}`;
}

// One case a code; the length is that of the union, not of any logic.
function wording(problem: Problem): Explanation {
  switch (problem.code) {
    case "input-empty":
      return say(
        "No event on standard input.",
        "valehook hook is run by the client, with one event as JSON.",
      );
    case "input-not-json":
      return say(`The event is not JSON: ${problem.detail}.`);
    case "input-not-object":
      return say("The event is not a JSON object.");
    case "input-too-large":
      return say(`The event is larger than ${mebibytes(problem.maxBytes)}.`);
    case "input-timeout":
      return say(
        `The event did not end within ${seconds(problem.afterMs)}.`,
        "Close standard input after the event.",
      );
    case "input-unreadable":
      return say(`Standard input can't be read (${problem.errno}).`);
    case "input-field":
      return say(`The event's ${problem.field} ${problem.detail}.`);
    case "usage":
      return say(problem.detail, `See ${helpCommand(problem.command)}.`);
    case "nothing-included":
      return say(
        `include and exclude in the settings leave out ${problem.count === 1 ? "the only file" : `all ${problem.count} files`} that would be checked.`,
        "Correct their patterns in .valehook.toml, or name what is to be checked.",
      );
    case "path-missing":
      return say(
        `${problem.path} does not exist.`,
        "A path is absolute or starts from the current folder.",
      );
    case "session-unknown":
      return say(
        `No session ${problem.id} is known in this workspace.`,
        "valehook status lists the sessions.",
      );
    case "session-ambiguous":
      return say(
        `${problem.id} names ${problem.count} sessions of this workspace.`,
        "Give more digits; valehook status --json has them all.",
      );
    case "ref-unknown":
      return say(
        `Git does not know ${problem.ref}: ${problem.words}`,
        "Fetch it first, or name another ref.",
      );
    case "no-merge-base":
      return problem.shallow
        ? say(
            `This clone is shallow: its history does not reach back to where HEAD and ${problem.ref} part.`,
            "Bring the rest with git fetch --unshallow origin <branch>, or fetch-depth: 0 of actions/checkout.",
          )
        : say(
            `${problem.ref} and HEAD have no common ancestor.`,
            "Name a ref that HEAD's history comes from.",
          );
    case "output-unwritable":
      return say(`${problem.path} can't be written (${problem.errno}).`);
    case "settings-invalid":
      return say(
        `${problem.file}:${problem.line}: ${`${problem.key} ${problem.detail}`.trim()}.`,
        problem.keys === undefined
          ? "In valehook's package, docs/configuration.md explains each key."
          : `The keys are ${problem.keys.join(", ")}.`,
      );
    case "settings-unreadable":
      return say(`${problem.file} can't be read (${problem.errno}).`);
    case "git-missing":
      return say(
        `Git was not found, and ${problem.root} is a Git work tree.`,
        "Install Git, or put it on the PATH that hooks have.",
      );
    case "git-failed":
      return say(`git ${problem.command} failed: ${problem.words}`);
    case "too-many-files":
      return say(
        `The workspace has ${problem.count} eligible files, more than max_files (${problem.max}).`,
        "Narrow it with include or exclude in .valehook.toml, or raise max_files.",
      );
    case "too-many-entries":
      return say(
        `${problem.path} holds more than ${problem.max} entries, too many to look at each time.`,
        "Work in a narrower folder, or move what does not belong there.",
      );
    case "folder-unreadable":
      return say(`The folder ${problem.path} can't be read (${problem.errno}).`);
    case "state-damaged":
      return say(
        `valehook's state was damaged and set aside as ${problem.asideAs}.`,
        "A new baseline was taken; changes before it are not covered.",
      );
    case "state-version":
      return say(
        `valehook's state was written by another version and set aside as ${problem.asideAs}.`,
        "A new baseline was taken; changes before it are not covered.",
      );
    case "state-deleted":
      return say(
        "valehook's own state was deleted while the session ran.",
        "A new baseline was taken; changes before it are not covered.",
      );
    case "state-unwritable":
      return say(
        `valehook can't keep its state in ${problem.path} (${problem.errno}).`,
        "Changes can't be tracked until that folder is writable.",
      );
    case "state-unsafe":
      return say(
        `valehook does not use ${problem.path} for its state: ${problem.detail}.`,
        "Remove it.",
      );
    case "state-busy":
      return say(
        `Another valehook held this session's lock for ${seconds(problem.waitedMs)}.`,
        "What changed stays pending and is checked at the next event.",
      );
    case "vale-missing":
      return valeMissing(problem.skippedInWorkspace);
    case "vale-named-missing":
      return say(
        `${problem.namedBy} names ${problem.path} as Vale, and it is not there.`,
        "Correct it, or remove it so that Vale is looked for on PATH.",
      );
    case "vale-not-runnable":
      return say(`${problem.path} can't be run: ${problem.words}`, "Install Vale anew.");
    case "no-vale-config":
      return say(
        `${problem.root} has no Vale configuration, so nothing was checked.`,
        "Run valehook init to write a first one, or pass --config.",
      );
    case "no-vale-section":
      return say(
        `No section of ${problem.config} turns a rule on here.`,
        "Add a section such as [*.md] with BasedOnStyles, or leave it so if nothing is to be checked here.",
      );
    case "no-vale-rules":
      return say(
        `${problem.config} turns no rule on, so nothing was checked.`,
        "Give it a section such as [*.md] with BasedOnStyles, or pass --config.",
      );
    case "vale-config-missing":
      return say(
        `${problem.namedBy} names the Vale configuration ${problem.path}, and it is not there.`,
        "Correct or remove it.",
      );
    case "vale-config-broken":
      return say(
        `Vale can't use its configuration ${problem.config}: ${problem.words}`,
        "Mend it, or run vale sync if a style is missing.",
      );
    case "vale-config-unreadable":
      return say(`The Vale configuration ${problem.path} can't be read (${problem.errno}).`);
    case "not-utf8":
      return say(`not UTF-8 (byte ${problem.offset + 1}).`, "Save it as UTF-8.");
    case "binary":
      return say(`not text (${problem.detail}).`, "Save it as UTF-8 text.");
    case "too-large":
      return say(
        `${problem.bytes} bytes, more than max_file_bytes (${problem.maxBytes}).`,
        "Split it, exclude it, or raise max_file_bytes.",
      );
    case "unreadable":
      return say(`can't be read (${problem.errno}).`);
    case "vanished":
      return say("was gone before it could be checked.");
    case "changed-while-checked":
      return say("changed while Vale read it.", "The next check reads it anew.");
    case "bad-front-matter":
      return say(
        `its front matter can't be parsed: ${problem.words}`,
        "Mend the block between the --- lines.",
      );
    case "parser-missing":
      return say(`Vale needs ${problem.parser} for this format.`, parserInstall(problem.parser));
    case "crashed":
      return say(`Vale crashed on it: ${problem.words}`);
    case "rejected":
      return say(`Vale refused it: ${problem.words}`);
    case "bad-answer":
      return say(`Vale's answer can't be trusted: ${problem.detail}.`);
    case "timed-out":
      return say(
        `Vale did not finish it alone within ${seconds(problem.afterMs)}.`,
        "Shorten its longest lines or exclude it; it isn't tried again while unchanged.",
      );
    case "not-reached":
      return say("was not reached in the time left.", "The next check takes it up.");
    case "client-settings-invalid":
      return say(
        `${problem.file} can't be parsed: ${problem.detail}.`,
        "Mend it; nothing was changed.",
      );
    case "client-settings-unwritable":
      return say(`${problem.file} can't be written (${problem.errno}).`);
    case "client-silent":
      return say(
        `${problem.client} did not answer when asked for ${problem.asked}: ${problem.words}`,
        "Check that it runs.",
      );
    case "internal":
      return say(
        `valehook met a fault of its own: ${problem.detail}.`,
        "Please report it with the output of valehook doctor --json.",
      );
  }
}

function helpCommand(command: string | undefined): string {
  return command === undefined ? "valehook --help" : `valehook ${command} --help`;
}

function say(what: string, next = ""): Explanation {
  return { what, next };
}

/** Words of another program often lack the full stop that the next sentence needs. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function valeMissing(skipped: readonly string[]): Explanation {
  const found =
    skipped.length === 0
      ? ""
      : ` ${skipped.join(", ")} lies inside the workspace and was not used; list the workspace under trusted_workspaces in your personal configuration to allow it.`;
  return say(
    `Vale was not found.${found}`,
    "Install it (brew install vale, or go install github.com/vale-cli/vale/v3/cmd/vale@v3.22.0), or name it in VALEHOOK_VALE.",
  );
}

function parserInstall(parser: string): string {
  switch (parser) {
    case "rst2html":
      return "Install it: pip install docutils.";
    case "asciidoctor":
      return "Install it: gem install asciidoctor, or npm install -g asciidoctor @asciidoctor/cli.";
    case "xsltproc":
      return "Install it with the system's package manager.";
    default:
      return `Install ${parser} and put it on the PATH that hooks have.`;
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
