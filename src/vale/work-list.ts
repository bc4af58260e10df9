import pMap from "p-map";

/**
 * Works through a list that grows while it is worked on: each piece of work returns what is to be done
 * after it. At most `jobs` at once; ends when nothing is left and nothing is running.
 */
export async function workThrough<T>(
  first: readonly T[],
  jobs: number,
  work: (item: T) => Promise<readonly T[]>,
): Promise<void> {
  const queue = [...first];
  let running = 0;
  let wake: (() => void) | undefined;

  async function* items(): AsyncGenerator<T> {
    for (;;) {
      const item = queue.shift();
      if (item !== undefined) {
        running += 1;
        yield item;
      } else if (running === 0) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  await pMap(
    items(),
    async (item) => {
      try {
        queue.push(...(await work(item)));
      } finally {
        running -= 1;
        wake?.();
      }
    },
    { concurrency: jobs },
  );
}
