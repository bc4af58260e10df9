import type { ScanFormat } from "./scan-format.ts";

export const formatNames = ["text", "json", "sarif", "rdjsonl", "github", "html"] as const;

export type FormatName = (typeof formatNames)[number];

/** The format of that name; only its own code is loaded. */
export async function loadFormat(name: FormatName): Promise<ScanFormat> {
  switch (name) {
    case "text":
      return (await import("./format-text.ts")).formatText;
    case "json":
      return (await import("./format-json.ts")).formatJson;
    case "sarif":
      return (await import("./format-sarif.ts")).formatSarif;
    case "rdjsonl":
      return (await import("./format-rdjsonl.ts")).formatRdjsonl;
    case "github":
      return (await import("./format-github.ts")).formatGithub;
    case "html":
      return (await import("./format-html.ts")).formatHtml;
  }
}
