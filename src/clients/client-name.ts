/** The coding agents that valehook serves. */
export type ClientName = "claude" | "codex";

export const clientNames: readonly ClientName[] = ["claude", "codex"];
