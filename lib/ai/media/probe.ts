import { MediaError, UNREADABLE, undecodable } from "./errors";
import { engine } from "./ffmpeg";
import { run } from "./process";

/** What is known of a file. `width` and `height`: as it is shown, in pixels; 0 without video. `why`: there is video that cannot be decoded. */
export type Facts = {
  seconds: number;
  width: number;
  height: number;
  hasVideo: boolean;
  hasAudio: boolean;
  /** The sound tracks, in the order of the file. */
  tracks: Track[];
  why?: string;
};
/** `language`: as BCP 47 has it, where the file says it. `isMain`: what players play. */
export type Track = { language: string | null; title: string | null; isMain: boolean };

/** Of a file that names more, the others are not offered. */
const MAX_TRACKS = 50;
const MAX_TITLE_LENGTH = 100;

/** What not every build of ffmpeg decodes, by its name for it. */
export const RARE: Record<string, string> = { av1: "AV1", vvc: "VVC" };

/**
 * What is in a video or recording; its first picture is really decoded.
 * @throws MediaError when it is neither
 */
export async function probe(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<Facts> {
  const both = await firstOf(path, ["-map", "0:V:0?", "-map", "0:a:0?"], signal);
  // A picture that cannot be decoded leaves what is heard.
  const seen = both.head ? both : await firstOf(path, ["-map", "0:a:0"], signal);
  const [, codec = ""] = /^ *Stream #0.*: Video: (\w+)/m.exec(both.said) ?? [];
  const why = !both.head && RARE[codec] ? undecodable(RARE[codec]) : undefined;
  if (!seen.head) throw new MediaError(why ?? UNREADABLE);
  const { head, said } = seen;
  const [, width = "0", height = "0"] = /^#dimensions \d+: (\d+)x(\d+)$/m.exec(head) ?? [];
  const hasVideo = /^#media_type \d+: video$/m.test(head) && Number(width) > 0;
  const [, across = "1", down = "1"] = /^#sar \d+: (\d+)\/(\d+)$/m.exec(head) ?? [];
  const shape = Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1;
  return {
    seconds: durationIn(said) ?? (await measured(path, signal)),
    width: hasVideo ? Math.round(Number(width) * shape) : 0,
    height: hasVideo ? Number(height) : 0,
    hasVideo,
    hasAudio: /^#media_type \d+: audio$/m.test(head),
    tracks: tracksIn(said),
    ...(why && { why }),
  };
}

/** Decodes the beginning of some tracks; an empty head when nothing comes of it. */
async function firstOf(path: string, tracks: string[], signal?: AbortSignal) {
  let head = "";
  const { code, said } = await run(await engine(), {
    path,
    level: "info",
    after: [...tracks, "-frames:v", "1", "-frames:a", "1", "-f", "framehash", "-hash", "crc32"],
    onData: (bytes) => {
      head += bytes.toString("latin1");
    },
    mostBytes: 100_000,
    seconds: 60,
    signal,
  });
  const isRead = code === 0 && /^#media_type/m.test(head) && /^\d/m.test(head);
  return { head: isRead ? head : "", said };
}

/** What the container says. Titles cannot say it: ffmpeg indents them further. */
export function durationIn(said: string): number | undefined {
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+),/m.exec(said) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total > 0 ? total : undefined;
}

/** The sound tracks that ffmpeg names. A title cannot pretend to be one: it is indented further. */
function tracksIn(said: string): Track[] {
  // What it says of the input; of the output it tells in the same words.
  const [input = ""] = said.split(/^Output #0/m);
  const tracks = input
    .split(/^ {2}Stream #/m)
    .slice(1)
    .flatMap((told): Track[] => {
      const [head = "", ...rest] = told.split("\n");
      const [, language] = /^0:\d+(?:\[0x[0-9a-f]+\])?(?:\(([\w-]+)\))?: Audio: /.exec(head) ?? [
        undefined,
        "",
      ];
      if (language === "") return [];
      const [, title] = /^ {4,6}title +: (.*)$/m.exec(rest.join("\n")) ?? [];
      const name = title?.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed() || null;
      return [{ language: languageOf(language), title: name, isMain: / \(default\)/.test(head) }];
    })
    .slice(0, MAX_TRACKS);
  const main = Math.max(
    0,
    tracks.findIndex(({ isMain }) => isMain),
  );
  return tracks.map((track, at) => ({ ...track, isMain: at === main }));
}

/** A language as BCP 47 has it, of any of its codes (`de`, `deu`, `ger`); null for what is none. */
export function languageOf(code: string | undefined): string | null {
  if (!code || /^(und|mis|mul|zxx)$/i.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

/** Of the list of the packets of a video of a day. */
const MAX_PACKET_LIST_BYTES = 1_000_000_000;

/**
 * Browsers and live streams write no length. Every packet is looked at, none is decoded: one line
 * "track, dts, pts, duration, …" for each.
 * @throws MediaError when the packets have no times
 */
async function measured(path: string, signal?: AbortSignal): Promise<number> {
  const bases = new Map<string, number>();
  let [end, rest] = [0, ""];
  await run(await engine(), {
    path,
    after: ["-map", "0:V:0?", "-map", "0:a:0?", "-c", "copy", "-f", "framecrc"],
    onData: (bytes) => {
      const lines = (rest + bytes.toString("latin1")).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const [, track, over, under] = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line) ?? [];
        if (track) bases.set(track, Number(over) / Number(under));
        const [, of, at, lasting] = /^(\d+), *-?\d+, *(-?\d+), *(\d+),/.exec(line) ?? [];
        if (of) end = Math.max(end, (Number(at) + Number(lasting)) * (bases.get(of) ?? 0));
      }
    },
    mostBytes: MAX_PACKET_LIST_BYTES,
    seconds: 120,
    signal,
  });
  if (!(end > 0)) throw new MediaError(UNREADABLE);
  return end;
}
