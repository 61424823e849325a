/** How long a server may take: so long from one sign of life to the next, and so long in all, without what people take to answer. */
export class Deadline {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private endsAt: number;

  /** @param most Between signs of life, in ms @param total In ms */
  constructor(
    private readonly most: number,
    total = most,
  ) {
    this.endsAt = performance.now() + total;
    this.extend();
  }

  /** Aborts when the time is up. */
  get signal(): AbortSignal {
    return this.stop.signal;
  }

  /** There was a sign of life. */
  extend(): void {
    clearTimeout(this.timer);
    const left = Math.min(this.most, this.endsAt - performance.now());
    this.timer = setTimeout(() => this.stop.abort(), Math.max(0, left));
    this.timer.unref();
  }

  /** Does not count what this takes. */
  async without<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.timer);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.endsAt += performance.now() - began;
      this.extend();
    }
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
