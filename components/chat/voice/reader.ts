import { accountStorage } from "@/components/browser/account-storage";
import { detectLanguage, splitIntoSpokenSentences } from "./spoken";
import { browserVoice, type Saying, type SpeechVoice, voiceFor } from "./voices";

export const RATES = [0.75, 1, 1.25, 1.5, 2];
const RATE = "reading-rate";

export type Reading = { isPaused: boolean; rate: number };

// Reads one text aloud at a time, sentence by sentence; the text may still be streaming. Starting another text stops
// the current one.
class SpeechReader {
  private reading: Reading | undefined;
  private readonly listeners = new Set<() => void>();
  private sentences: string[] = [];
  private at = 0;
  private isWhole = false;
  private voice: SpeechVoice | undefined;
  private language = "en";
  private saying: Saying | undefined;
  private onEnd: (error?: unknown) => void = () => {};

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): Reading | undefined => this.reading;

  /** @param onEnd Called once, with the error if one ended it */
  begin(language: string, onEnd: (error?: unknown) => void): void {
    this.stop();
    // Clears utterances that an earlier page left in the queue.
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    Object.assign(this, { sentences: [], at: 0, isWhole: false, voice: undefined, language, onEnd });
    this.tell({ isPaused: false, rate: keptRate() });
    void voiceFor(language).then((voice) => {
      // Another text has started or reading was stopped meanwhile.
      if (this.onEnd !== onEnd || !this.reading) return;
      if (!voice) return this.end(new Error("There is no voice."));
      this.voice = voice;
      this.next();
    });
  }

  /**
   * Reads a complete text in its language. Returns a function that stops it.
   * @param onEnd Same as for `begin`
   */
  read(text: string, onEnd: (error?: unknown) => void): () => void {
    const language = detectLanguage(text, document.documentElement.lang || "en");
    const end = (error?: unknown) => onEnd(error);
    this.begin(language, end);
    this.push(splitIntoSpokenSentences(text, language), true);
    return () => {
      if (this.onEnd === end) this.stop();
    };
  }

  push(sentences: string[], isLast: boolean): void {
    this.sentences.push(...sentences);
    this.isWhole = isLast;
    this.next();
  }

  readonly stop = (): void => {
    if (this.reading) this.end();
  };

  /** Pauses, or resumes at the start of the current sentence, because browsers can't pause within a sentence. */
  readonly toggle = (): void => {
    if (!this.reading) return;
    const isPaused = !this.reading.isPaused;
    this.tell({ ...this.reading, isPaused });
    if (isPaused) this.hush();
    else this.next();
  };

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
        // Falls back to the browser's voice, for example when the provider's quota is exhausted.
        if (voice.longest === 0 || !("speechSynthesis" in window)) return this.end(error);
        this.voice = browserVoice(this.language);
        this.next();
      },
    );
  }

  /**
   * Returns the next text to speak: the first sentence alone, so that sound starts early, then as many as the voice
   * accepts.
   */
  private piece(at: number, { longest }: SpeechVoice): { text: string; count: number } {
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

export const reader = new SpeechReader();
