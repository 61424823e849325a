// Keep-alive signals extend the first wait up to this many times its length.
const MAX_FIRST_WAITS = 10;

/**
 * Calls `late` once when the first event of a stream takes longer than `firstMs`, or a later event takes longer than
 * `betweenMs`. Time during which the consumer processes an event doesn't count.
 * Uses one timer per limit instead of one per event: events only record their time, and a timer that fires early is set
 * again for the remaining time.
 */
export class Deadline {
  #limit: number;
  #since = performance.now();
  #isWaiting = true;
  #hasBegun = false;
  #timer: NodeJS.Timeout;
  readonly #lastSign: number;
  readonly #betweenMs: number;
  readonly #late: () => void;

  constructor(firstMs: number, betweenMs: number, late: () => void) {
    this.#limit = firstMs;
    this.#lastSign = this.#since + (MAX_FIRST_WAITS - 1) * firstMs;
    this.#betweenMs = betweenMs;
    this.#late = late;
    this.#timer = setTimeout(this.#check, firstMs);
  }

  wait(): void {
    this.#since = performance.now();
    this.#isWaiting = true;
  }

  /**
   * Records a sign of life that isn't an event. Before the first event, any sign extends the deadline; afterwards, only
   * progress does.
   */
  alive(isProgress: boolean): void {
    const now = performance.now();
    if (isProgress || (!this.#hasBegun && now < this.#lastSign)) this.#since = now;
  }

  came(): void {
    this.#isWaiting = false;
    this.#hasBegun = true;
    if (this.#limit === this.#betweenMs) return;
    this.#limit = this.#betweenMs;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#check, this.#betweenMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  readonly #check = () => {
    const left = this.#isWaiting ? this.#since + this.#limit - performance.now() : this.#limit;
    if (left <= 0) this.#late();
    else this.#timer = setTimeout(this.#check, Math.ceil(left));
  };
}
