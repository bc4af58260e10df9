import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { projectRoot } from "./project-root.ts";

/** A real Chromium, which `npm run provide` brings. A test that needs it fails without it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env["VALEHOOK_TEST_CHROMIUM"] ?? join(projectRoot, ".tools", "bin", "chromium");
  if (!existsSync(executablePath)) {
    throw new Error(`${executablePath} is not there: run npm run provide`);
  }
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
