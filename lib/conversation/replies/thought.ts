import type { LiveRun } from "./live";

/** So much of what a model thinks is kept, and of that while it thinks so much of the end is shown. In characters. */
const LONGEST = 20_000;
const SHOWN = 1_000;
/** How often readers are told of more. In ms. */
const TELL_EVERY = 500;

/** What a model thinks before it goes on, as a step of its reply that grows meanwhile. */
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
    if (now - this.#toldAt < TELL_EVERY) return;
    this.#toldAt = now;
    const isLong = this.#text.length > SHOWN;
    this.live.describe((isLong ? `…${this.#text.slice(-SHOWN)}` : this.#text).toWellFormed());
  }

  /** It has gone on, or broken off. */
  end(): void {
    if (this.#text === "") return;
    const kept = this.#text.slice(0, LONGEST).toWellFormed();
    this.live.became("Thought", kept, performance.now() - this.#begunAt);
    this.#text = "";
  }
}
