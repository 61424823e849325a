// @ts-check

/**
 * How much work a text may make: steps of the parser, and elements that come
 * of it. Counted and not timed, so that a text is shown the same on every
 * machine, however busy it is. A step takes about a microsecond.
 */
export class Work {
  #left;

  /** @param {number} left */
  constructor(left) {
    this.#left = left;
  }

  /** @param {number} steps @throws TooMuchWork */
  spend(steps) {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork();
  }

  get rest() {
    return Math.max(0, this.#left);
  }
}

export class TooMuchWork extends Error {
  constructor() {
    super("The text takes more work than it may.");
  }
}

/** An element costs the parser, React and the browser. */
export const ELEMENT = 10;
