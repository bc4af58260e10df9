/**
 * A set with further members, in the order in which they last came, cut to the newest `max`. The very
 * same set where nothing would change.
 */
export function keepNewest<T>(
  known: ReadonlySet<T>,
  added: readonly T[],
  max: number,
): ReadonlySet<T> {
  if (added.every((member) => known.has(member)) && known.size <= max) return known;
  const next = new Set(known);
  for (const member of added) {
    next.delete(member);
    next.add(member);
  }
  if (next.size <= max) return next;
  return new Set([...next].slice(next.size - max));
}
