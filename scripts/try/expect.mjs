/** The session did something else than it should. */
export class Misbehaved extends Error {
  constructor(message) {
    super(message);
    this.name = "Misbehaved";
  }
}

/** Ends the trial, and names what should have been, unless it is. */
export function expectThat(condition, what) {
  if (!condition) throw new Misbehaved(`expected that ${what}`);
}
