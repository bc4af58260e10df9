import { limits } from "../base/limits.ts";
import type { Problem } from "../base/problem.ts";
import type { ValeFault } from "./vale-fault.ts";

/** What a fault means for the one file or text that the run was about. */
export function problemOfFault(fault: ValeFault): Problem {
  switch (fault.kind) {
    case "file":
    case "parser":
    case "whole":
    case "unknown":
      return fault.problem;
    case "time":
      return fault.afterMs >= limits.aloneMs
        ? { code: "timed-out", afterMs: fault.afterMs }
        : { code: "not-reached" };
    case "ended":
      return { code: "not-reached" };
  }
}
