import type { RelPath } from "../base/rel-path.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { InspectedFile } from "./inspect-file.ts";
import type { Operand } from "./operand.ts";

/** A file that is ready for Vale. */
export interface BatchFile {
  readonly path: RelPath;
  readonly config: ValeConfigRef;
  /** What it may share a run with; files of different groups never meet. */
  readonly group: string;
  /** Every file of the group needs the same external parser, if any: one that is missing is missing for all. */
  readonly oneFormat: boolean;
  readonly operand: Operand;
  readonly inspected: InspectedFile;
  readonly bytes: number;
  readonly argumentBytes: number;
  /** Under which a clean verdict is remembered; `undefined` where none may be. */
  readonly verdictKey: string | undefined;
}

/** Files of one group that go through one run of Vale; never empty. */
export type Batch = readonly [BatchFile, ...BatchFile[]];

/** A list as a batch, where it has anything in it. */
export function asBatch(files: readonly BatchFile[]): Batch | undefined {
  const [first, ...rest] = files;
  return first === undefined ? undefined : [first, ...rest];
}
