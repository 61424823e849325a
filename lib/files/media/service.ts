import { MediaError, UNREADABLE } from "./errors";
import { getEngine } from "./ffmpeg";
import { findFrameAt } from "./frame-comparison";
import type { Keyframe } from "./keyframes";
import { toJpeg, toRgb } from "./pictures";
import { RARE } from "./probe";
import { run } from "./process";

export { MediaError } from "./errors";
export { extractKeyframes, type Keyframe } from "./keyframes";
export { getBareEnvironment, lowerPriority, watchMemory } from "./native";
export { brightenPicture, enlargePicture } from "./pictures";
export { type MediaProperties, probe, type Track, toLanguageTag } from "./probe";
export { runInTurn } from "./work-queue";

export const AUDIO = {
  mp3: { mimeType: "audio/mpeg", ending: "mp3", words: ["-c:a", "libmp3lame", "-b:a", "48k", "-f", "mp3"] },
  wav: { mimeType: "audio/wav", ending: "wav", words: ["-c:a", "pcm_s16le", "-f", "wav"] },
} as const;

export async function detectEngine(): Promise<"native" | "builtin" | null> {
  return await getEngine().then(
    ({ kind }) => kind,
    () => null,
  );
}

export const listUndecodedCodecs = async (): Promise<string[]> =>
  (await detectEngine()) === "builtin" ? Object.values(RARE) : [];

/**
 * Extracts part of an audio track as mono with 16,000 samples per second.
 * @param track zero-based
 * @param from in seconds
 * @param seconds at most 3600
 * @param as `wav` for programs that read nothing else
 * @returns a file, empty when the track ends before `from`
 * @throws MediaError when there is no readable audio
 */
export async function extractAudio(
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
  const { code } = await run(await getEngine(), {
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
 * Returns the frames at these times as JPEGs, at most 1280 pixels wide, in the given order. Skips times after the
 * end.
 * @throws MediaError when there is no readable video
 */
export async function sample(
  path: string,
  { at, signal }: { at: number[]; signal?: AbortSignal },
): Promise<Keyframe[]> {
  const found: Keyframe[] = [];
  for (const seconds of at) {
    const picture = await findFrameAt(path, seconds, signal);
    if (picture) found.push({ seconds, jpeg: await toJpeg(toRgb(picture), picture) });
  }
  return found;
}
