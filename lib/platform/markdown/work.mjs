// @ts-check

/**
 * A budget of work for one text: parser steps and resulting elements. Work is counted rather than timed, so that
 * every machine renders the same result however busy it is. A step takes about a microsecond.
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

export const ELEMENT = 10;
