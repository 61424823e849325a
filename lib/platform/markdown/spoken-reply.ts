import { type SpokenNames, splitIntoSentences, splitIntoWholeSentences } from "./sentences";

const LOOK_EVERY = 500;

/** Announces a reply to screen readers sentence by sentence, each once it is complete. */
export class SpokenReply {
  private said: string[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly names: SpokenNames,
    private readonly language: string,
    private readonly lookEvery = LOOK_EVERY,
  ) {}

  grown(markdown: string): string[] {
    const now = performance.now();
    if (now - this.lookedAt < this.lookEvery) return [];
    this.lookedAt = now;
    const fresh = splitIntoWholeSentences(markdown, this.names, this.language).slice(this.said.length);
    this.said.push(...fresh);
    return fresh;
  }

  rest(markdown: string): string[] {
    const all = splitIntoSentences(markdown, this.names, this.language);
    const isAsSaid = this.said.every((sentence, at) => sentence === all[at]);
    const said = new Set(this.said);
    return isAsSaid ? all.slice(this.said.length) : all.filter((sentence) => !said.has(sentence));
  }
}
