import { execa } from "execa";

import type { ClientName } from "../../../src/clients/client-name.ts";
import type { ClientHome } from "./client-home.ts";
import { claudeModel } from "./claude-model.ts";
import { codexModel } from "./codex-model.ts";
import { serveModel } from "./model-server.ts";
import { clientProgram } from "./programs.ts";
import type { ModelRequest, Scenario } from "./scenario.ts";

export interface ClientRun {
  readonly exitCode: number | undefined;
  /** What the client printed, both streams. */
  readonly output: string;
  /** Every request to the model, in order. */
  readonly requests: readonly ModelRequest[];
}

/** Runs a real client once, headless, in a workspace, against the stand-in for its model. */
export async function runClient(
  client: ClientName,
  { workspace, env }: ClientHome,
  scenario: Scenario,
): Promise<ClientRun> {
  const model = await serveModel(
    client === "claude" ? claudeModel(scenario) : codexModel(scenario),
  );
  try {
    const { args, own } = client === "claude" ? claudeStart(model.url) : codexStart(model.url);
    const ended = await execa(clientProgram(client), args, {
      cwd: workspace,
      env: { ...env, ...own },
      extendEnv: false,
      stdin: "ignore",
      all: true,
      reject: false,
      timeout: 120_000,
    });
    return { exitCode: ended.exitCode, output: ended.all, requests: model.requests };
  } finally {
    await model.close();
  }
}

interface Start {
  readonly args: readonly string[];
  readonly own: Readonly<Record<string, string>>;
}

function claudeStart(url: string): Start {
  return {
    args: ["-p", "--permission-mode", "bypassPermissions", "go"],
    own: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_MODEL: "claude-sonnet-4-5",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // Lets a test that runs as root skip the permission questions.
      IS_SANDBOX: "1",
    },
  };
}

function codexStart(url: string): Start {
  const address = `model_providers.stand-in.base_url="${url}/v1"`;
  return { args: ["exec", "-c", address, "go"], own: { STAND_IN_KEY: "none", RUST_LOG: "off" } };
}
