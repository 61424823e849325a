import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { getBareEnvironment, lowerPriority, watchMemory } from "@/lib/files/media/service";
import { ModelError, type Segment } from "./types";

// Pocketsphinx transcribes clear English without a server. Its output is only shown as a draft, because noise and
// accents cause errors.
const PROGRAM = "pocketsphinx_continuous";

// Timeout as a multiple of the audio's length. Transcription takes a sixth of that length, but longer on a busy
// machine.
const TIMES_REAL_TIME = 4;
const MIN_DEADLINE_MS = 60_000;
export const limits = {
  /** Memory limit in megabytes. */
  memory: 1_200,
};
const MAX_LINE_LENGTH = 1_000;
const MAX_LINES = 100_000;

export function findOfflineSpeech(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders
    .map((folder) => join(folder, PROGRAM))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

type RecordingOptions = { seconds: number; signal?: AbortSignal };

/**
 * Transcribes 16 kHz mono WAV.
 * @param seconds length of the audio
 * @throws ModelError; the reason of the signal
 */
export async function transcribeOffline(
  program: string,
  wav: Buffer,
  stretch: RecordingOptions,
): Promise<Segment[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-speech-"));
  try {
    const path = join(folder, "speech.wav");
    await writeFile(path, wav);
    return await heardIn(program, path, stretch);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function heardIn(
  program: string,
  path: string,
  { seconds, signal }: RecordingOptions,
): Promise<Segment[]> {
  const mostMs = Math.max(MIN_DEADLINE_MS, Math.ceil(seconds * TIMES_REAL_TIME * 1000));
  const stops = AbortSignal.any([AbortSignal.timeout(mostMs), ...(signal ? [signal] : [])]);
  stops.throwIfAborted();
  const child = spawn(program, ["-infile", path, "-time", "yes", "-logfn", "/dev/null"], {
    env: getBareEnvironment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kill = () => void child.kill("SIGKILL");
  stops.addEventListener("abort", kill, { once: true });
  lowerPriority(child);
  let isTooLarge = false;
  const unwatch = watchMemory(
    child,
    () => limits.memory,
    () => {
      isTooLarge = true;
      kill();
    },
  );
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null)).once("close", resolve);
  });
  try {
    const words: Word[] = [];
    let lines = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (++lines > MAX_LINES) kill();
      else words.push(...wordIn(line));
    }
    const code = await ended;
    signal?.throwIfAborted();
    if (stops.aborted) throw new ModelError("stalled", "Offline speech recognition took too long.");
    if (isTooLarge)
      throw new ModelError("failed", "Offline speech recognition needs too much memory for this recording.");
    if (code !== 0) throw new ModelError("failed", "Offline speech recognition failed.");
    return groupIntoSegments(words);
  } finally {
    unwatch();
    stops.removeEventListener("abort", kill);
    kill();
  }
}

type Word = { text: string; from: number; to: number };
const TIMED = /^(\S+) (\d+\.\d+) (\d+\.\d+) \S+$/;

// Parses a line with a word and its times. Skips markers such as `<s>`, `[NOISE]` and `++UM++`; `to(3)` is a
// pronunciation of "to".
function wordIn(line: string): Word[] {
  const [, said, from, to] = TIMED.exec(line.slice(0, MAX_LINE_LENGTH)) ?? [];
  const text = said?.replace(/\(\d+\)$/, "");
  return text && !/^[<[+]/.test(text) ? [{ text, from: Number(from), to: Number(to) }] : [];
}

const PAUSE = 0.6;
const SHORT_PAUSE = 0.15;
const ENOUGH_WORDS = 12;
const MAX_SEGMENT_WORDS = 40;

function groupIntoSegments(words: Word[]): Segment[] {
  const segments: (Segment & { count: number })[] = [];
  for (const { text, from, to } of words) {
    const last = segments.at(-1);
    const pause = last ? from - last.to : 0;
    const goesOn =
      last &&
      pause < PAUSE &&
      last.count < MAX_SEGMENT_WORDS &&
      (pause < SHORT_PAUSE || last.count < ENOUGH_WORDS);
    if (goesOn) Object.assign(last, { text: `${last.text} ${text}`, to, count: last.count + 1 });
    else segments.push({ text, from, to, count: 1 });
  }
  return segments.map(({ count: _, ...segment }) => segment);
}
