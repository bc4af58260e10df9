import { afterEach, expect, test } from "vitest";

import { makeClientHome } from "./support/client-home.ts";
import type { ClientHome } from "./support/client-home.ts";
import { codexHooks, install, trust } from "./support/register.ts";

let place: ClientHome | undefined;
afterEach(() => place?.remove());

test("Codex tells which of our hooks it runs, and says no more once they are trusted", async () => {
  place = makeClientHome();
  expect(await codexHooks(place)).toEqual([]);
  await install("codex", "user", place);
  const untrusted = await codexHooks(place);
  expect(untrusted.map(({ event, source, trusted }) => ({ event, source, trusted }))).toEqual(
    ["PreToolUse", "PostToolUse", "Stop"].map((event) => ({
      event,
      source: "user",
      trusted: false,
    })),
  );
  trust(place, untrusted);
  expect((await codexHooks(place)).map(({ trusted }) => trusted)).toEqual([true, true, true]);
});
