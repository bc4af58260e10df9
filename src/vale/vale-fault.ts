import type { FileProblem, ValeProblem } from "../base/problem.ts";

/**
 * What a Vale run that gave no usable answer died of, as far as it can be told:
 * - `file`: Vale names one of the files it was given;
 * - `parser`: an external program is missing that the format needs;
 * - `whole`: Vale can't be started, or can't use its configuration: every file of that configuration;
 * - `unknown`: some file of the batch may be at fault, and `problem` is what it would be called if it stood alone;
 * - `time`: the run's time was up;
 * - `ended`: the caller ended it.
 */
export type ValeFault =
  | { readonly kind: "file"; readonly operand: string; readonly problem: FileProblem }
  | { readonly kind: "parser"; readonly problem: FileProblem }
  | { readonly kind: "whole"; readonly problem: ValeProblem }
  | { readonly kind: "unknown"; readonly problem: FileProblem }
  | { readonly kind: "time"; readonly afterMs: number }
  | { readonly kind: "ended" };
