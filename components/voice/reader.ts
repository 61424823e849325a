import { accountStorage } from "@/components/browser-storage/account-storage";
import { languageOf, spokenSentences } from "@/components/chat/spoken";
import { browserVoice, type Saying, type Voice, voiceFor } from "./voices";

/** How fast texts can be read. */
export const RATES = [0.75, 1, 1.25, 1.5, 2];
const RATE = "reading-rate";

/** What is read aloud now. */
export type Reading = { isPaused: boolean; rate: number };

/**
 * Reads one text aloud at a time, sentence by sentence, also one that is still being written. Whoever begins another one
 * ends it.
 */
class Reader {
  private reading: Reading | undefined;
  private readonly listeners = new Set<() => void>();
  private sentences: string[] = [];
  private at = 0;
  /** No more sentences come. */
  private isWhole = false;
  private voice: Voice | undefined;
  private language = "en";
  private saying: Saying | undefined;
  private onEnd: (error?: unknown) => void = () => {};

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): Reading | undefined => this.reading;

  /**
   * Begins to read; `push` gives it what is to be read.
   * @param onEnd Called once, however it ends: with the error that ended it, if one did
   */
  begin(language: string, onEnd: (error?: unknown) => void): void {
    this.stop();
    // Whatever a page before this one left in the queue.
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    Object.assign(this, { sentences: [], at: 0, isWhole: false, voice: undefined, language, onEnd });
    this.tell({ isPaused: false, rate: keptRate() });
    void voiceFor(language).then((voice) => {
      // Another one has begun meanwhile, or none is read any more.
      if (this.onEnd !== onEnd || !this.reading) return;
      if (!voice) return this.end(new Error("There is no voice."));
      this.voice = voice;
      this.next();
    });
  }

  /**
   * Reads a whole text in its language. Answers with a function that stops it.
   * @param onEnd As of `begin`
   */
  read(text: string, onEnd: (error?: unknown) => void): () => void {
    const language = languageOf(text, document.documentElement.lang || "en");
    const end = (error?: unknown) => onEnd(error);
    this.begin(language, end);
    this.push(spokenSentences(text, language), true);
    return () => {
      if (this.onEnd === end) this.stop();
    };
  }

  /** Adds sentences. @param isLast No others come */
  push(sentences: string[], isLast: boolean): void {
    this.sentences.push(...sentences);
    this.isWhole = isLast;
    this.next();
  }

  readonly stop = (): void => {
    if (this.reading) this.end();
  };

  /** It goes on with the sentence at which it paused: browsers cannot stay within one. */
  readonly toggle = (): void => {
    if (!this.reading) return;
    const isPaused = !this.reading.isPaused;
    this.tell({ ...this.reading, isPaused });
    if (isPaused) this.hush();
    else this.next();
  };

  /** Reads on as fast as this, from the sentence that it is at. */
  readonly setRate = (rate: number): void => {
    accountStorage.set(RATE, String(rate));
    if (!this.reading) return;
    this.tell({ ...this.reading, rate });
    this.hush();
    this.next();
  };

  private next(): void {
    const { reading, voice } = this;
    if (!reading || !voice || reading.isPaused || this.saying) return;
    const { text, count } = this.piece(this.at, voice);
    if (count === 0) {
      if (this.isWhole) this.end();
      return;
    }
    const saying = voice.say(text, reading.rate);
    this.saying = saying;
    const following = this.piece(this.at + count, voice);
    if (following.count > 0) voice.prepare(following.text);
    saying.ended.then(
      () => {
        if (this.saying !== saying) return;
        this.saying = undefined;
        this.at += count;
        this.next();
      },
      (error) => {
        if (this.saying !== saying) return;
        this.saying = undefined;
        // The provider's voice may be out of tokens, the browser's is not.
        if (voice.longest === 0 || !("speechSynthesis" in window)) return this.end(error);
        this.voice = browserVoice(this.language);
        this.next();
      },
    );
  }

  /** What is said at once from a sentence on: the first one alone, so that it is heard soon, then as much as the voice takes. */
  private piece(at: number, { longest }: Voice): { text: string; count: number } {
    let text = this.sentences[at] ?? "";
    let count = text === "" ? 0 : 1;
    while (at > 0 && count > 0) {
      const more = this.sentences[at + count];
      if (more === undefined || text.length + more.length >= longest) break;
      text += ` ${more}`;
      count++;
    }
    return { text, count };
  }

  private hush(): void {
    const { saying } = this;
    this.saying = undefined;
    saying?.stop();
  }

  private end(error?: unknown): void {
    const { onEnd } = this;
    this.hush();
    this.tell(undefined);
    onEnd(error);
  }

  private tell(reading: Reading | undefined): void {
    this.reading = reading;
    for (const listener of this.listeners) listener();
  }
}

const keptRate = (): number => {
  const rate = Number(accountStorage.get(RATE));
  return RATES.includes(rate) ? rate : 1;
};

export const reader = new Reader();
