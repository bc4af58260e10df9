import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expectThat } from "./expect.mjs";

function milliseconds(started) {
  return `${Math.round(performance.now() - started)} ms`;
}

/** The built valehook, run in the example's workspace as a person and as Claude Code would. */
export class Program {
  #path;
  #example;
  #session = randomUUID();
  #calls = 0;

  constructor(clone, example) {
    this.#path = join(clone, "dist", "valehook.cjs");
    this.#example = example;
  }

  #run(args, input) {
    const { root: cwd, env } = this.#example;
    const started = performance.now();
    const ran = spawnSync(process.execPath, args, { cwd, env, input, encoding: "utf8" });
    return { ...ran, code: ran.status, took: milliseconds(started) };
  }

  /** Runs a command of valehook. */
  valehook(args) {
    return this.#run([this.#path, ...args], "");
  }

  /** Runs any other program of the environment; `input` is its whole stdin. */
  other(command, args, input) {
    const { root: cwd, env } = this.#example;
    return spawnSync(command, args, { cwd, env, input, encoding: "utf8" }).stdout ?? "";
  }

  /** Sends one hook event in the shape that Claude Code gives it, and reads the answer. */
  hook(name, { command, active }) {
    const event = {
      session_id: this.#session,
      transcript_path: join(this.#example.env.HOME, "transcript.jsonl"),
      cwd: this.#example.root,
      permission_mode: "default",
      hook_event_name: name,
      ...(command === undefined ? {} : this.#toolFields(name, command)),
      ...(active === undefined ? {} : { stop_hook_active: active }),
    };
    const args = [this.#path, "hook", "--client", "claude", "--event", name];
    const ran = this.#run(args, JSON.stringify(event));
    expectThat(ran.code === 0, `${name} exits 0, not ${ran.code}: ${ran.stderr}`);
    return { ...ran, answer: ran.stdout === "" ? {} : JSON.parse(ran.stdout) };
  }

  #toolFields(name, command) {
    if (name === "PreToolUse") this.#calls += 1;
    const response = { stdout: "", stderr: "", interrupted: false, isImage: false };
    return {
      tool_name: "Bash",
      tool_input: { command, description: "Edit a page" },
      ...(name === "PreToolUse" ? {} : { tool_response: response }),
      tool_use_id: `toolu_${this.#calls}`,
    };
  }

  /** The least of five starts of Node with nothing to do. */
  bareStart() {
    const starts = Array.from({ length: 5 }, () =>
      Number.parseInt(this.#run(["-e", "0"]).took, 10),
    );
    return `${Math.min(...starts)} ms`;
  }
}
