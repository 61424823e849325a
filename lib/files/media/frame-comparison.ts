import { config } from "@/lib/platform/config";
import { MediaError, UNREADABLE } from "./errors";
import { getEngine } from "./ffmpeg";
import type { SmallFrame } from "./frames";
import { type Frame, Matroska } from "./matroska";
import type { Picture } from "./pictures";
import { parseDuration } from "./probe";
import { run } from "./process";
import { runInTurn } from "./work-queue";

const MAX_WIDTH_PIXELS = 1280;
const TIME = { start: 120, each: 10 };

export type Watching = {
  groupId: string;
  onSmall: (frame: SmallFrame) => void;
  every: number;
  onPicture: (picture: Picture) => void;
  settled?: () => Promise<void> | undefined;
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
};

const LARGE =
  `scale=w='2*max(1,floor(min(${MAX_WIDTH_PIXELS},iw*max(1,sar))/2))':h='2*max(1,floor(ow/dar/2))':out_range=tv,` +
  "setsar=1,format=yuv420p";
const RAW = ["-c:v", "rawvideo", "-allow_raw_vfw", "1", "-f", "matroska"];

// Minimum interval of small frames in seconds. A shorter interval doesn't improve detection, and scaling a frame costs
// half as much as decoding it.
const CLOSEST = 0.066;
const apart = (seconds: number) => `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${seconds})'`;

// Produces about 15 small frames per second and some large ones in a single pass, since decoding dominates the cost.
// Scales small frames in two steps: fast subsampling, then averaging.
const filters = (every: number) =>
  [
    "[0:V:0]split[all][some]",
    `[all]${apart(CLOSEST)},scale=320:180:flags=fast_bilinear,scale=160:90:flags=area,setsar=1,format=rgb24[small]`,
    `[some]${apart(every)},${LARGE}[picture]`,
  ].join(";");

/**
 * Decodes a video once, up to VIDEO_MAX_MINUTES, when a slot is free.
 * @returns the time of the last frame in seconds
 * @throws MediaError when there is no readable video
 */
export const watch = (path: string, watching: Watching): Promise<number> =>
  runInTurn(() => pass(path, watching), watching);

async function pass(path: string, watching: Watching): Promise<number> {
  const { every, onSmall, onPicture, settled, onProgress, signal } = watching;
  const most = config().VIDEO_MAX_MINUTES * 60;
  let said = "";
  let length: number | undefined;
  let [count, last] = [0, -1];
  const reader = new Matroska(({ track, seconds, width, height, bytes, release }) => {
    if (track === 2) {
      const isWhole = width > 0 && bytes.length === (width * height * 3) / 2;
      if (isWhole) onPicture({ seconds, width, height, yuv: bytes, isHd: isHd(said, height), release });
    } else if (seconds > last) {
      count++;
      last = seconds;
      onSmall({ seconds, rgb: bytes });
      if (length && count % 50 === 0) onProgress?.(Math.min(99, (100 * seconds) / length));
    }
  });
  await run(await getEngine(), {
    path,
    level: "info",
    // Filters on such small frames are slower with several threads.
    before: ["-filter_complex_threads", "1", "-discard:a", "all", "-t", String(most)],
    after: ["-nostats", "-filter_complex", filters(every), "-map", "[small]", "-map", "[picture]", ...RAW],
    onSaid: (text, endAfter) => {
      said += text;
      if (length !== undefined) return;
      length = parseDuration(said);
      if (length !== undefined) endAfter(TIME.start + TIME.each * Math.min(length, most));
    },
    onData: (bytes) => {
      reader.push(bytes);
      return settled?.();
    },
    mostBytes: Number.POSITIVE_INFINITY,
    seconds: TIME.start + most,
    signal,
  });
  if (count === 0) throw new MediaError(UNREADABLE);
  return last;
}

/**
 * Returns the frame at a time, or undefined after the end.
 * @throws MediaError when it cannot be read
 */
export async function findFrameAt(
  path: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<Picture | undefined> {
  const frames: Frame[] = [];
  const reader = new Matroska((only) => frames.push(only));
  const { code, said } = await run(await getEngine(), {
    path,
    level: "info",
    before: ["-ss", seconds.toFixed(3)],
    after: ["-nostats", "-map", "0:V:0", "-frames:v", "1", "-vf", LARGE, ...RAW],
    onData: (bytes) => reader.push(bytes),
    mostBytes: 20_000_000,
    seconds: TIME.start,
    signal,
  });
  if (code !== 0) throw new MediaError(UNREADABLE);
  const [frame] = frames;
  return frame && { ...frame, seconds, yuv: frame.bytes, isHd: isHd(said, frame.height) };
}

function isHd(text: string, height: number): boolean {
  const [stream = ""] = /^ *Stream #0.*: Video: .*$/m.exec(text) ?? [];
  if (stream.includes("bt709")) return true;
  return !/smpte170m|bt470bg/.test(stream) && height >= 720;
}
