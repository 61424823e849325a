import { MediaError, UNREADABLE } from "./errors";
import { engine } from "./ffmpeg";
import type { Keyframe } from "./keyframes";
import { jpegOf, rgbOf } from "./pictures";
import { RARE } from "./probe";
import { run } from "./process";
import { pictureAt } from "./watch";

export { MediaError } from "./errors";
export { type Keyframe, keyframes } from "./keyframes";
export { bareEnvironment, comesLast, watchMemory } from "./native";
export { brightened, enlarged } from "./pictures";
export { type Facts, languageOf, probe, type Track } from "./probe";
export { inTurn } from "./turns";

/** What `audio` gives, as speech servers take it. */
export const AUDIO = {
  mp3: { mimeType: "audio/mpeg", ending: "mp3", words: ["-c:a", "libmp3lame", "-b:a", "48k", "-f", "mp3"] },
  wav: { mimeType: "audio/wav", ending: "wav", words: ["-c:a", "pcm_s16le", "-f", "wav"] },
} as const;

/** Whether videos and recordings can be read here, and with what. */
export async function works(): Promise<"native" | "builtin" | null> {
  return await engine().then(
    ({ kind }) => kind,
    () => null,
  );
}

/** The codecs, by their usual names, in which videos would be uploaded for nothing: the WebAssembly build decodes no pictures in them. */
export const undecoded = async (): Promise<string[]> =>
  (await works()) === "builtin" ? Object.values(RARE) : [];

/**
 * A stretch of an audio track of a file, mono, 16,000 samples a second.
 * @param track which one, from 0
 * @param from in seconds
 * @param seconds how many, at most 3600
 * @param as `wav` for programs that read nothing else
 * @returns a file; an empty one when the track ends before `from`
 * @throws MediaError when there is no audio that can be read
 */
export async function audio(
  path: string,
  {
    from,
    seconds,
    track = 0,
    as = "mp3",
    signal,
  }: { from: number; seconds: number; track?: number; as?: keyof typeof AUDIO; signal?: AbortSignal },
): Promise<Buffer> {
  const most = Math.min(seconds, 3600);
  const pieces: Buffer[] = [];
  const { code } = await run(await engine(), {
    path,
    before: ["-ss", from.toFixed(3), "-t", most.toFixed(3)],
    after: ["-map", `0:a:${track}`, "-vn", "-sn", "-dn", "-ac", "1", "-ar", "16000", ...AUDIO[as].words],
    onData: (bytes) => void pieces.push(bytes),
    mostBytes: 200_000 + most * 40_000,
    seconds: 60 + most,
    signal,
  });
  if (code !== 0 && pieces.length === 0) throw new MediaError(UNREADABLE);
  return Buffer.concat(pieces);
}

/**
 * What a video shows at these seconds: JPEGs, at most 1280 pixels wide, in the order asked for.
 * Moments after its end give nothing.
 * @throws MediaError when there is no video that can be read
 */
export async function sample(
  path: string,
  { at, signal }: { at: number[]; signal?: AbortSignal },
): Promise<Keyframe[]> {
  const found: Keyframe[] = [];
  for (const seconds of at) {
    const picture = await pictureAt(path, seconds, signal);
    if (picture) found.push({ seconds, jpeg: await jpegOf(rgbOf(picture), picture) });
  }
  return found;
}
