/** The command that prints what an answer had no room for. */
export function restCommand(sessionId: string, report: "new" | "all"): string {
  return `valehook scan --session ${shellWord(sessionId)}${report === "new" ? " --report new" : ""}`;
}

function shellWord(text: string): string {
  return /^[\w.:@/+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
