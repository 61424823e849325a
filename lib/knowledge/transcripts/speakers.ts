import { AUDIO, extractAudio } from "@/lib/files/media/service";
import { type KnownVoice, MAX_VOICES, type Recording, type Segment } from "@/lib/llm/models/service";

// The minimum and maximum duration in seconds of the sample by which a model recognizes a known speaker.
const REMINDER = { least: 2, most: 8 };

/**
 * Extracts the sound of a range as MP3, which speech servers accept.
 * @throws MediaError
 */
export async function extractSound(
  path: string,
  stretch: { from: number; seconds: number; track?: number; signal?: AbortSignal },
): Promise<Recording> {
  const { mimeType, ending } = AUDIO.mp3;
  return { bytes: await extractAudio(path, stretch), mimeType, fileName: `recording.${ending}` };
}

/**
 * Speakers of a recording that is transcribed in pieces. Each piece is sent with samples of known voices, so that a
 * speaker has the same name in all pieces.
 */
export class Speakers {
  readonly known: KnownVoice[] = [];
  readonly #file: { path: string; track?: number };
  #count = 0;

  constructor({ path, track }: { path: string; track?: number }) {
    this.#file = { path, track };
  }

  /**
   * Returns the segments of a piece with times of the whole recording and consistent speaker names.
   * @param goesOn true when another piece follows
   */
  async named(segments: Segment[], goesOn: boolean, signal?: AbortSignal): Promise<Segment[]> {
    const names = new Map(this.known.map(({ name }) => [name, name]));
    const named = segments.map((segment) => {
      if (!segment.who) return segment;
      const who = names.get(segment.who) ?? `Speaker ${++this.#count}`;
      names.set(segment.who, who);
      return { ...segment, who };
    });
    if (goesOn) await this.#remember(named, signal);
    return named;
  }

  async #remember(segments: Segment[], signal?: AbortSignal) {
    const { path, track } = this.#file;
    const getLength = ({ from, to }: Segment) => to - from;
    for (const name of new Set(segments.flatMap(({ who }) => who ?? []))) {
      if (this.known.length >= MAX_VOICES || this.known.some((voice) => voice.name === name)) continue;
      const own = segments.filter(({ who }) => who === name);
      const longest = own.reduce((a, b) => (getLength(b) > getLength(a) ? b : a));
      if (getLength(longest) < REMINDER.least) continue;
      const seconds = Math.min(REMINDER.most, getLength(longest));
      this.known.push({
        name,
        sound: await extractSound(path, { from: longest.from, seconds, track, signal }),
      });
    }
  }
}
