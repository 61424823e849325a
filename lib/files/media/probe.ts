import { describeUndecodable, MediaError, UNREADABLE } from "./errors";
import { getEngine } from "./ffmpeg";
import { run } from "./process";

/**
 * Properties of a media file. `width` and `height` are as displayed, in pixels, or 0 without video. `why` is the
 * reason if its video cannot be decoded.
 */
export type MediaProperties = {
  seconds: number;
  width: number;
  height: number;
  hasVideo: boolean;
  hasAudio: boolean;
  tracks: Track[];
  why?: string;
};
/** `language` is a BCP 47 tag if known. `isMain` marks the track that players select. */
export type Track = { language: string | null; title: string | null; isMain: boolean };

const MAX_TRACKS = 50;
const MAX_TITLE_LENGTH = 100;

export const RARE: Record<string, string> = { av1: "AV1", vvc: "VVC" };

/**
 * Determines the properties of a video or audio file. Decodes the first frame to verify it.
 * @throws MediaError when it is neither
 */
export async function probe(
  path: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MediaProperties> {
  const both = await decodeBeginning(path, ["-map", "0:V:0?", "-map", "0:a:0?"], signal);
  // If the video can't be decoded, the audio may still be usable.
  const seen = both.head ? both : await decodeBeginning(path, ["-map", "0:a:0"], signal);
  const [, codec = ""] = /^ *Stream #0.*: Video: (\w+)/m.exec(both.said) ?? [];
  const why = !both.head && RARE[codec] ? describeUndecodable(RARE[codec]) : undefined;
  if (!seen.head) throw new MediaError(why ?? UNREADABLE);
  const { head, said } = seen;
  const [, width = "0", height = "0"] = /^#dimensions \d+: (\d+)x(\d+)$/m.exec(head) ?? [];
  const hasVideo = /^#media_type \d+: video$/m.test(head) && Number(width) > 0;
  const [, across = "1", down = "1"] = /^#sar \d+: (\d+)\/(\d+)$/m.exec(head) ?? [];
  const shape = Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1;
  return {
    seconds: parseDuration(said) ?? (await measured(path, signal)),
    width: hasVideo ? Math.round(Number(width) * shape) : 0,
    height: hasVideo ? Number(height) : 0,
    hasVideo,
    hasAudio: /^#media_type \d+: audio$/m.test(head),
    tracks: tracksIn(said),
    ...(why && { why }),
  };
}

async function decodeBeginning(path: string, tracks: string[], signal?: AbortSignal) {
  let head = "";
  const { code, said } = await run(await getEngine(), {
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

/** Parses the duration from ffmpeg's log. Titles can't imitate it, because ffmpeg indents them further. */
export function parseDuration(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+),/m.exec(text) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return total > 0 ? total : undefined;
}

// Parses the audio tracks from ffmpeg's log. Titles can't imitate them, because ffmpeg indents them further.
function tracksIn(text: string): Track[] {
  // The log describes the output in the same words as the input.
  const [input = ""] = text.split(/^Output #0/m);
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
      return [{ language: toLanguageTag(language), title: name, isMain: / \(default\)/.test(head) }];
    })
    .slice(0, MAX_TRACKS);
  const main = Math.max(
    0,
    tracks.findIndex(({ isMain }) => isMain),
  );
  return tracks.map((track, at) => ({ ...track, isMain: at === main }));
}

/** Converts a language code (`de`, `deu`, `ger`) to a BCP 47 tag. Returns null for invalid codes. */
export function toLanguageTag(code: string | undefined): string | null {
  if (!code || /^(und|mis|mul|zxx)$/i.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(code)[0] ?? null;
  } catch {
    return null;
  }
}

const MAX_PACKET_LIST_BYTES = 1_000_000_000;

/**
 * Determines the duration by reading all packets without decoding, for recordings of browsers and live streams, which
 * don't declare it.
 * ffmpeg prints a line "track, dts, pts, duration, …" per packet.
 * @throws MediaError when packets have no timestamps
 */
async function measured(path: string, signal?: AbortSignal): Promise<number> {
  const bases = new Map<string, number>();
  let [end, rest] = [0, ""];
  await run(await getEngine(), {
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
