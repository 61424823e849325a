import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { bareEnvironment, comesLast, watchMemory } from "@/lib/ai/media/service";
import { ModelError, type Segment } from "./types";

/**
 * Pocketsphinx, which understands clear English without any server. Noise or an accent make its words wrong, so
 * what it hears is only ever shown as a draft.
 */
const PROGRAM = "pocketsphinx_continuous";

/** It takes a sixth of the time of what it hears; a busy machine takes longer. */
const TIMES_REAL_TIME = 4;
const MIN_DEADLINE_MS = 60_000;
export const limits = {
  /** Megabytes of memory that it may take. */
  memory: 1_200,
};
/** Of one line of its answer, and of all. */
const MAX_LINE_LENGTH = 1_000;
const MAX_LINES = 100_000;

/** Where the program is, when it is installed. */
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

type Stretch = { seconds: number; signal?: AbortSignal };

/**
 * What it hears in 16 kHz mono WAV.
 * @param seconds how long that is
 * @throws ModelError; the reason of the signal
 */
export async function hearOffline(program: string, wav: Buffer, stretch: Stretch): Promise<Segment[]> {
  const folder = await mkdtemp(join(tmpdir(), "parley-speech-"));
  try {
    const path = join(folder, "speech.wav");
    await writeFile(path, wav);
    return await heardIn(program, path, stretch);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function heardIn(program: string, path: string, { seconds, signal }: Stretch): Promise<Segment[]> {
  const mostMs = Math.max(MIN_DEADLINE_MS, Math.ceil(seconds * TIMES_REAL_TIME * 1000));
  const stops = AbortSignal.any([AbortSignal.timeout(mostMs), ...(signal ? [signal] : [])]);
  stops.throwIfAborted();
  const child = spawn(program, ["-infile", path, "-time", "yes", "-logfn", "/dev/null"], {
    env: bareEnvironment(),
    stdio: ["ignore", "pipe", "ignore"],
  });
  const kill = () => void child.kill("SIGKILL");
  stops.addEventListener("abort", kill, { once: true });
  comesLast(child);
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
    return segmentsOf(words);
  } finally {
    unwatch();
    stops.removeEventListener("abort", kill);
    kill();
  }
}

type Word = { text: string; from: number; to: number };
const TIMED = /^(\S+) (\d+\.\d+) (\d+\.\d+) \S+$/;

/** Lines are words with their times; `<s>`, `[NOISE]` and `++UM++` are none, and `to(3)` is a way to say "to". */
function wordIn(line: string): Word[] {
  const [, said, from, to] = TIMED.exec(line.slice(0, MAX_LINE_LENGTH)) ?? [];
  const text = said?.replace(/\(\d+\)$/, "");
  return text && !/^[<[+]/.test(text) ? [{ text, from: Number(from), to: Number(to) }] : [];
}

/** A pause of so many seconds ends a segment, and so does any after many words. */
const PAUSE = 0.6;
const SHORT_PAUSE = 0.15;
const ENOUGH_WORDS = 12;
const MAX_SEGMENT_WORDS = 40;

/** It tells of no sentences: what is said without a pause goes together. */
function segmentsOf(words: Word[]): Segment[] {
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
