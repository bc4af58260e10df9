import type { Fact } from "../report/fact.ts";
import { isUntold } from "../state/say-once.ts";
import type { Session } from "../state/session.ts";
import type { OnceFact } from "./told-fact.ts";

/** A session that has just begun. */
export const nothingSaid: Pick<Session, "told"> = { told: new Set() };

/** The facts that were not said in a session yet, each once. */
export function unsaidFacts(
  session: Pick<Session, "told">,
  facts: readonly OnceFact[],
): { readonly facts: readonly Fact[]; readonly keys: readonly string[] } {
  const keys = new Set<string>();
  const unsaid = facts.filter(({ key }) => {
    if (key === undefined) return true;
    if (keys.has(key) || !isUntold(session, key)) return false;
    keys.add(key);
    return true;
  });
  return { facts: unsaid.map(({ fact }) => fact), keys: [...keys] };
}
