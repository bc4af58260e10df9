import { groupBy } from "../base/group-by.ts";
import type { Unchecked } from "../base/problem.ts";
import type { Fact } from "../report/fact.ts";
import { isUntold } from "../state/say-once.ts";
import type { Session } from "../state/session.ts";
import { onceProblemTo } from "./told-fact.ts";
import type { Reader, Unsaid } from "./weakened-checks.ts";

/** Files that nothing is wrong with but what they are checked with, and what to do about it if this reader wasn't told yet. */
export function waitingFiles(
  session: Pick<Session, "told">,
  unchecked: readonly Unchecked[],
  reader: Reader,
): Unsaid {
  const causes = [...groupBy(unchecked, ({ problem }) => onceProblemTo(reader, problem).key)];
  return {
    facts: causes.flatMap(([key, files]): Fact[] => {
      const [first] = files;
      if (first === undefined) return [];
      const paths = files.map(({ path }) => path);
      const isKnown = !isUntold(session, key);
      return [{ kind: "waiting", paths, problem: first.problem, isKnown }];
    }),
    keys: causes.map(([key]) => key).filter((key) => isUntold(session, key)),
  };
}
