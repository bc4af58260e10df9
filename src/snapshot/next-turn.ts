/** Lets the event loop turn once: pipes are drained, timers and signals come through. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
