import { limits } from "../base/limits.ts";

/** How valehook behaves in one workspace: the defaults, the person's file, then the project's. */
export interface Settings {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** With their dot, in lower case. */
  readonly extensions: readonly string[];
  readonly report: "new" | "all";
  /** Least severity that blocks a Stop. */
  readonly blockOn: "suggestion" | "warning" | "error" | "never";
  readonly mode: "enforce" | "observe";
  readonly guard: "report" | "deny" | "off";
  readonly useGlobalConfig: boolean;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Absolute paths as written; the person's file only. */
  readonly trustedWorkspaces: readonly string[];
  /** A Vale that was named, never by the project's file. `namedBy` is the file or variable that did. */
  readonly valeBinary: { readonly path: string; readonly namedBy: string } | undefined;
}

/** What holds where no file says otherwise. */
export const defaultSettings: Settings = {
  include: [],
  exclude: [],
  extensions: [],
  report: "new",
  blockOn: "suggestion",
  mode: "enforce",
  guard: "report",
  useGlobalConfig: false,
  maxFiles: limits.maxFiles,
  maxFileBytes: limits.maxFileBytes,
  trustedWorkspaces: [],
  valeBinary: undefined,
};
