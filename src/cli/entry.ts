import { quietHook } from "../hook/quiet-hook.ts";

/**
 * Where the program starts: one CommonJS file without packages. Hook events that have nothing to do end here; those with
 * work load `finish-hook.ts`, commands `main.ts`.
 */
async function start(args: readonly string[]): Promise<void> {
  if (args[0] === "hook" && !args.includes("--help")) {
    const work = await quietHook({
      env: process.env,
      eventName: flagValue(args, "--event"),
      loadRule: async (...request) => await (await import("./finish-hook.ts")).loadRule(...request),
    });
    if (work === undefined) return;
    const { finishHook } = await import("./finish-hook.ts");
    await finishHook(args.slice(1), work);
    return;
  }
  const { main } = await import("./main.ts");
  await main(args);
}

function flagValue(args: readonly string[], flag: string): string | undefined {
  for (const [index, arg] of args.entries()) {
    if (arg === flag) return args[index + 1];
    if (arg.startsWith(`${flag}=`)) return arg.slice(flag.length + 1);
  }
  return undefined;
}

const args = process.argv.slice(2);
void start(args).catch(async (error: unknown) => {
  const { reportInternal } = await import("./main.ts");
  reportInternal(error, { isHook: args[0] === "hook" });
});
