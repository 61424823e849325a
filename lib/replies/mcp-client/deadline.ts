/** Timeout with an idle limit and a total limit, which can be paused while a person answers. */
export class Deadline {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private endsAt: number;

  /**
   * @param most idle limit in milliseconds
   * @param total in milliseconds
   */
  constructor(
    private readonly most: number,
    total = most,
  ) {
    this.endsAt = performance.now() + total;
    this.extend();
  }

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  extend(): void {
    clearTimeout(this.timer);
    const left = Math.min(this.most, this.endsAt - performance.now());
    this.timer = setTimeout(() => this.stop.abort(), Math.max(0, left));
    this.timer.unref();
  }

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
