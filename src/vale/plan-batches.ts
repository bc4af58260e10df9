/** What planning must know of a file. */
export interface Weighed {
  /** Size in bytes: the best guess of what checking it costs. */
  readonly bytes: number;
  /** Bytes that its name takes on a command line. */
  readonly argumentBytes: number;
}

export interface BatchBounds {
  /** Runs at once. */
  readonly jobs: number;
  /** Files of one run. */
  readonly files: number;
}

/** Text of one run: what Vale reads in a fraction of a run's time with the slowest common style. */
const BATCH_BYTES = 2 * 1024 * 1024;
/** Names of one run; every platform takes far more on a command line, the environment included. */
const BATCH_ARGUMENT_BYTES = 96 * 1024;
/** Below this a further process costs more than it saves. */
const WORTHWHILE_BYTES = 16 * 1024;
/** What a file costs beside its bytes. */
const FILE_OVERHEAD = 512;
/** Runs that each of several lanes gets, so that an unequal one at the end leaves no lane idle for long. */
const ROUNDS = 2;
/** Below this such a further round costs more, in starts of Vale, than an idle lane. */
const WORTHWHILE_ROUND_BYTES = 128 * 1024;

/**
 * Shares the files of every group out into batches: within the bounds, about equal in size, the largest
 * first, and as many as keep every lane busy. A batch never mixes groups. Pure.
 */
export function planBatches<T extends Weighed>(
  groups: readonly (readonly T[])[],
  bounds: BatchBounds,
): T[][] {
  const total = sum(groups.flat().map(cost));
  const rounds = bounds.jobs > 1 && total / bounds.jobs > WORTHWHILE_ROUND_BYTES ? ROUNDS : 1;
  const runs = bounds.jobs * rounds;
  const target = Math.max(WORTHWHILE_BYTES, total / runs);
  return groups
    .flatMap((files) => share(files, target, bounds.files))
    .sort((a, b) => b.cost - a.cost)
    .map((batch) => batch.files);
}

interface Share<T> {
  readonly files: T[];
  cost: number;
  argumentBytes: number;
}

/** Longest first, each to the lightest batch that has room: within 4/3 of the best possible balance. */
function share<T extends Weighed>(
  files: readonly T[],
  target: number,
  maxFiles: number,
): Share<T>[] {
  const wanted = Math.max(
    1,
    Math.ceil(files.length / maxFiles),
    Math.round(sum(files.map(cost)) / target),
  );
  const shares: Share<T>[] = Array.from({ length: Math.min(wanted, files.length) }, () =>
    emptyShare<T>(),
  );
  for (const file of files.toSorted((a, b) => b.bytes - a.bytes)) {
    const lightest = lightestWithRoom(shares, file, maxFiles);
    const chosen = lightest ?? emptyShare<T>();
    if (lightest === undefined) shares.push(chosen);
    chosen.files.push(file);
    chosen.cost += cost(file);
    chosen.argumentBytes += file.argumentBytes;
  }
  return shares.filter((candidate) => candidate.files.length > 0);
}

function emptyShare<T>(): Share<T> {
  return { files: [], cost: 0, argumentBytes: 0 };
}

function lightestWithRoom<T extends Weighed>(
  shares: readonly Share<T>[],
  file: T,
  maxFiles: number,
): Share<T> | undefined {
  let lightest: Share<T> | undefined;
  for (const candidate of shares) {
    if (lightest !== undefined && candidate.cost >= lightest.cost) continue;
    if (hasRoom(candidate, file, maxFiles)) lightest = candidate;
  }
  return lightest;
}

function hasRoom(candidate: Share<Weighed>, file: Weighed, maxFiles: number): boolean {
  return (
    candidate.files.length === 0 ||
    (candidate.files.length < maxFiles &&
      candidate.cost + cost(file) <= BATCH_BYTES &&
      candidate.argumentBytes + file.argumentBytes <= BATCH_ARGUMENT_BYTES)
  );
}

function cost(file: Weighed): number {
  return file.bytes + FILE_OVERHEAD;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, next) => total + next, 0);
}
