import { groupBy } from "../base/group-by.ts";
import type { Unchecked } from "../base/problem.ts";
import type { Fact } from "../report/fact.ts";
import { isUntold } from "../state/say-once.ts";
import type { Session } from "../state/session.ts";
import { problemKeyFor } from "./told-fact.ts";
import type { Reader } from "./weakened-checks.ts";

type WaitingFact = Extract<Fact, { readonly kind: "waiting" }>;

/** Files that nothing is wrong with but what they are checked with, and what to do about it if this reader wasn't told yet. */
export function waitingFiles(
  session: Pick<Session, "told">,
  unchecked: readonly Unchecked[],
  reader: Reader,
): { readonly facts: readonly WaitingFact[]; readonly keys: readonly string[] } {
  const causes = [...groupBy(unchecked, ({ problem }) => problemKeyFor(reader, problem))];
  return {
    facts: causes.flatMap(([key, files]): WaitingFact[] => {
      const [first] = files;
      if (first === undefined) return [];
      const paths = files.map(({ path }) => path);
      const isKnown = !isUntold(session, key);
      return [{ kind: "waiting", paths, problem: first.problem, isKnown }];
    }),
    keys: causes.map(([key]) => key).filter((key) => isUntold(session, key)),
  };
}
