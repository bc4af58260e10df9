import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Debian's place for it; another one is named in VALEHOOK_TEST_CHROMIUM. */
const PLACE = "/usr/bin/chromium";

/** A real Chromium. A test that needs it fails without it. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env["VALEHOOK_TEST_CHROMIUM"] ?? PLACE;
  if (!existsSync(executablePath)) {
    throw new Error(
      `These tests need Chromium, and ${executablePath} is not there: apt-get install chromium, or name one in VALEHOOK_TEST_CHROMIUM`,
    );
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
