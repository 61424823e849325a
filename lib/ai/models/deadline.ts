/** A server that only says that it is alive is waited for this many times as long. */
const MAX_FIRST_WAITS = 10;

/**
 * Watches that a stream goes on: `late` is called once when the first event
 * takes longer than `firstMs`, or a later one longer than `betweenMs`. Time in
 * which nobody waits for the stream does not count.
 *
 * One timer per limit, not per event: an event only notes the time, and the
 * timer, when it fires too early, goes to sleep again for what is left.
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

  /** The stream was asked for its next event. */
  wait(): void {
    this.#since = performance.now();
    this.#isWaiting = true;
  }

  /** Something came that is no event. Before the first one it shows that the server works; later only progress does. */
  alive(isProgress: boolean): void {
    const now = performance.now();
    if (isProgress || (!this.#hasBegun && now < this.#lastSign)) this.#since = now;
  }

  /** The event came; whoever has it may take its time. */
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
