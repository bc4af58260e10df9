import type { CommandEntry } from "./command.ts";

/** Every command, in the order of `valehook --help`. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: "hook",
    summary: "answer one hook event of a coding agent",
    load: async () => (await import("./hook.ts")).hookCommand,
  },
  {
    name: "scan",
    summary: "check files now",
    load: async () => (await import("./scan.ts")).scanCommand,
  },
  {
    name: "fix",
    summary: "apply the fixes that are unambiguous",
    load: async () => (await import("./fix.ts")).fixCommand,
  },
  {
    name: "init",
    summary: "write a first Vale configuration",
    load: async () => (await import("./init.ts")).initCommand,
  },
  {
    name: "status",
    summary: "show this workspace's sessions",
    load: async () => (await import("./status.ts")).statusCommand,
  },
  {
    name: "doctor",
    summary: "check the whole installation, and say how to mend each fault",
    load: async () => (await import("./doctor.ts")).doctorCommand,
  },
  {
    name: "install",
    summary: "register the hooks with Claude Code or Codex",
    load: async () => (await import("./install.ts")).installCommand,
  },
  {
    name: "uninstall",
    summary: "remove the hooks",
    load: async () => (await import("./uninstall.ts")).uninstallCommand,
  },
  {
    name: "clean",
    summary: "remove expired state",
    load: async () => (await import("./clean.ts")).cleanCommand,
  },
  {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    load: async () => (await import("./completion.ts")).completionCommand(commandEntries),
  },
];
