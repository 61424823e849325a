import { type Named, sentencesOf, wholeSentencesOf } from "./sentences";

/** A text that grows is looked at so often at most. In ms. */
const LOOK_EVERY = 500;

/** A reply as a screen reader hears it: each sentence once, when it is whole. */
export class SpokenReply {
  private said: string[] = [];
  private lookedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly named: Named,
    private readonly language: string,
    private readonly lookEvery = LOOK_EVERY,
  ) {}

  /** What has become whole since it was looked at last, of a text that still grows. */
  grown(markdown: string): string[] {
    const now = performance.now();
    if (now - this.lookedAt < this.lookEvery) return [];
    this.lookedAt = now;
    const fresh = wholeSentencesOf(markdown, this.named, this.language).slice(this.said.length);
    this.said.push(...fresh);
    return fresh;
  }

  /** What was not said yet, of the text as it is in the end. */
  rest(markdown: string): string[] {
    const all = sentencesOf(markdown, this.named, this.language);
    const isAsSaid = this.said.every((sentence, at) => sentence === all[at]);
    const said = new Set(this.said);
    return isAsSaid ? all.slice(this.said.length) : all.filter((sentence) => !said.has(sentence));
  }
}
