import type { LiveRun } from "./live-runs";

// Maximum characters of a stored thought. While a thought grows, its last `SHOWN` characters are displayed.
const MAX_THINKING_LENGTH = 20_000;
const SHOWN = 1_000;
const EVENT_INTERVAL_MS = 500;

export class Thought {
  #text = "";
  #begunAt = 0;
  #toldAt = 0;

  constructor(private readonly live: LiveRun) {}

  add(text: string): void {
    const now = performance.now();
    if (this.#text === "") {
      this.#begunAt = now;
      this.live.step("thought", "Thinking", "");
    }
    this.#text += text;
    if (now - this.#toldAt < EVENT_INTERVAL_MS) return;
    this.#toldAt = now;
    const isLong = this.#text.length > SHOWN;
    this.live.describe((isLong ? `…${this.#text.slice(-SHOWN)}` : this.#text).toWellFormed());
  }

  end(): void {
    if (this.#text === "") return;
    const kept = this.#text.slice(0, MAX_THINKING_LENGTH).toWellFormed();
    this.live.became("Thought", kept, performance.now() - this.#begunAt);
    this.#text = "";
  }
}
