/** The coding agents that valehook serves. */
export type ClientName = "claude" | "codex";
