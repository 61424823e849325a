import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { startNetwork } from "@/test/ways-out";
import { limits } from "./process";
import * as media from "./service";

// Four scenes in 12.6 seconds with a tone: a fade at 2.2 s, a cut at 5.8 s, and a dissolve at 9.95 s.
const CLIP = join(import.meta.dirname, "../../../test/scenes.mp4");
const FILES = join(import.meta.dirname, "../../../test/files");
const native = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "parley-media-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const usual = { ...limits };
afterEach(() => {
  Object.assign(limits, usual);
  delete config().FFMPEG_PATH;
});

const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const problem = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );
const UNREADABLE = "MediaError: This file isn't a video or recording that can be read.";
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each(["builtin", "native"] as const)("with the %s ffmpeg", (kind) => {
  const skipped = kind === "native" && !native;
  beforeEach(() => {
    config().FFMPEG_PATH = kind === "native" ? undefined : "builtin";
  });

  test.skipIf(skipped)("a video is probed, and its keyframes and audio are extracted", async () => {
    expect(await media.detectEngine()).toBe(kind);
    const facts = await media.probe(CLIP);
    expect(facts).toMatchObject({ width: 160, height: 90, hasVideo: true, hasAudio: true });
    expect(facts.seconds).toBeCloseTo(12.6, 0);

    const seen: number[] = [];
    const keyframes = await media.extractKeyframes(CLIP, {
      groupId: "ada",
      sensitivity: "medium",
      onProgress: (percent) => seen.push(percent),
    });
    expect(keyframes).toHaveLength(4);
    for (const [n, [from, until]] of [
      [0, 2.2],
      [2.9, 5.8],
      [5.8, 9.3],
      [10.6, 12.6],
    ].entries()) {
      expect(keyframes[n]!.seconds).toBeGreaterThanOrEqual(from!);
      expect(keyframes[n]!.seconds).toBeLessThan(until!);
      expect(await sharp(keyframes[n]!.jpeg).metadata()).toMatchObject({
        format: "jpeg",
        width: 160,
        height: 90,
      });
    }
    expect(seen.at(-1)).toBe(100);
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen);
    expect(await media.extractKeyframes(CLIP, { groupId: "ada", sensitivity: "medium" })).toEqual(keyframes);

    const sound = await media.extractAudio(CLIP, { from: 2, seconds: 3 });
    expect(await media.probe(file("sound.mp3", sound))).toMatchObject({ hasVideo: false, hasAudio: true });
    const wav = await media.extractAudio(CLIP, { from: 2, seconds: 3, as: "wav" });
    expect(Math.abs(wav.length - 3 * 32_000)).toBeLessThan(5_000);
    expect(await media.sample(CLIP, { at: [1, 900] })).toMatchObject([{ seconds: 1 }]);
  });

  test.skipIf(skipped)("a browser recording without a duration is measured", async () => {
    const recorded = join(FILES, "recorded.webm");
    const facts = await media.probe(recorded);
    expect(facts).toMatchObject({ width: 160, height: 90, hasVideo: true, hasAudio: true });
    expect(facts.seconds).toBeGreaterThan(3.5);
    expect(facts.seconds).toBeLessThan(5);
    expect(await media.sample(recorded, { at: [3] })).toHaveLength(1);
    const voice = await media.probe(join(FILES, "recorded-voice.webm"));
    expect(voice).toMatchObject({ hasVideo: false, hasAudio: true });
    expect(voice.seconds).toBeGreaterThan(3.5);
    const late = await media.extractAudio(join(FILES, "recorded-voice.webm"), {
      from: 2,
      seconds: 1,
      as: "wav",
    });
    expect(Math.abs(late.length - 32_000)).toBeLessThan(5_000);
  });

  test.skipIf(skipped)("a file that is no video is refused", async () => {
    const secret = file("secret.ts", readFileSync(CLIP));
    const lie = file("lie.mp4", "This is a text with the name of a video.\n".repeat(500));
    const list = file(
      "list.mp4",
      `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${secret}\n#EXT-X-ENDLIST\n`,
    );
    const concat = file("concat.mp4", `ffconcat version 1.0\nfile '${secret}'\n`);
    // Declares a size of 20,000 x 20,000 pixels.
    const huge = file(
      "huge.gif",
      Buffer.from("474946383961204e204e800000000000ffffff2c00000000204e204e00024c01003b", "hex"),
    );
    const cut = file("cut.mp4", readFileSync(CLIP).subarray(0, 3_000));
    // The WebAssembly build checks only two files, because each takes a second.
    const all = kind === "native" ? [lie, list, concat, huge, cut, file("empty.mp4", "")] : [list, huge];
    for (const path of all) expect(await problem(media.probe(path)), path).toBe(UNREADABLE);
    expect(await problem(media.extractKeyframes(lie, { groupId: "ada", sensitivity: "low" }))).toBe(
      UNREADABLE,
    );
    if (kind === "builtin") return;
    expect(await problem(media.extractAudio(lie, { from: 0, seconds: 1 }))).toBe(UNREADABLE);
  });

  test.skipIf(skipped)("a truncated video yields its readable part", async () => {
    const path = file("half.mp4", readFileSync(CLIP).subarray(0, 40_000));
    expect(
      (await media.extractKeyframes(path, { groupId: "ada", sensitivity: "medium" })).length,
    ).toBeGreaterThan(0);
  });
});

describe.each(["builtin", "native"] as const)("a playlist for the %s ffmpeg", (kind) => {
  test.skipIf(kind === "native" && !native)("opens no file and no address", async () => {
    config().FFMPEG_PATH = kind === "native" ? undefined : "builtin";
    const sink = await startNetwork();
    const secret = file("secret.ts", readFileSync(CLIP));
    const address = `http://127.0.0.1:${sink.port}/canary.ts`;
    const hls = (uri: string) =>
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${uri}\n#EXT-X-ENDLIST\n`;
    const lists: Record<string, string | Buffer> = {
      address: hls(address),
      file: hls(`file://${secret}`),
      concat: hls(`concat:${address}|${secret}`),
      tcp: hls(`tcp://127.0.0.1:${sink.port}`),
      udp: hls(`udp://127.0.0.1:${sink.datagramPort}`),
      data: hls("data:video/mp2t;base64,AAAA"),
      ffconcat: `ffconcat version 1.0\nfile '${address}'\n`,
      dash: `<?xml version="1.0"?><MPD><Period><BaseURL>${address}</BaseURL></Period></MPD>`,
      sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nm=video ${sink.datagramPort} RTP/AVP 96\n`,
      subtitle: aviWithSubtitle(hls(address)),
    };
    const names = kind === "native" ? Object.keys(lists) : ["address", "ffconcat", "subtitle"];
    for (const name of names)
      for (const ending of kind === "native" ? ["mp4", "m3u8", "avi"] : ["mp4"]) {
        const path = file(`${name}.${ending}`, lists[name]!);
        expect([name, await problem(media.probe(path))]).toEqual([name, UNREADABLE]);
      }
    expect(sink.hits).toEqual([]);
    sink.close();
  });
});

// Builds an AVI whose only stream is text that makes a subtitle reader detect its format (GAB2).
function aviWithSubtitle(text: string): Buffer {
  const number = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const chunk = (name: string, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    return Buffer.concat([Buffer.from(name), number(body.length), body, Buffer.alloc(body.length % 2)]);
  };
  const title = Buffer.from("s\0", "utf16le");
  const gab2 = Buffer.concat([
    Buffer.from("GAB2\0\x02\0", "latin1"),
    number(title.length),
    title,
    Buffer.from("\x04\0", "latin1"),
    number(text.length),
    Buffer.from(text),
  ]);
  const header = chunk("avih", Buffer.alloc(56));
  const stream = chunk(
    "LIST",
    "strl",
    chunk("strh", "txts", Buffer.alloc(52)),
    chunk("strf", Buffer.alloc(0)),
  );
  return chunk(
    "RIFF",
    "AVI ",
    chunk("LIST", "hdrl", header, stream),
    chunk("LIST", "movi", chunk("00tx", gab2)),
  );
}

describe.skipIf(process.platform === "win32")("an ffmpeg that does not end", () => {
  const pid = join(folder, "pid");
  beforeEach(() => {
    rmSync(pid, { force: true });
    const fake = file(
      "ffmpeg",
      `#!/bin/sh\ncase "$*" in *-encoders*) echo " libmp3lame  mjpeg  rawvideo  pcm_s16le "; exit;; esac\n` +
        `echo $$ > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 1000\n`,
    );
    chmodSync(fake, 0o755);
    config().FFMPEG_PATH = fake;
  });
  const isGone = () => expect.poll(() => isAlive(Number(readFileSync(pid, "utf8")))).toBe(false);

  test("is killed when it makes no progress", async () => {
    limits.stall = 1;
    expect(await problem(media.probe(CLIP))).toBe(
      "MediaError: This file couldn't be read: it took too long.",
    );
    await isGone();
  });

  test("is killed with all its child processes, also with orphaned ones", async () => {
    const children = join(folder, "children");
    for (const ending of ["exec sleep 1000", "exit 1"]) {
      rmSync(children, { force: true });
      writeFileSync(
        config().FFMPEG_PATH!,
        `#!/bin/sh\ncase "$*" in *-encoders*) echo " libmp3lame  mjpeg  rawvideo  pcm_s16le "; exit;; esac\n` +
          `for n in 1 2 3 4 5 6 7 8 9 10; do sleep 1000 & echo $! >> ${children}.new; done\n` +
          `mv ${children}.new ${children}; ${ending}\n`,
      );
      limits.stall = 1;
      expect(await problem(media.probe(CLIP))).toMatch(/^MediaError/);
      const pids = readFileSync(children, "utf8").trim().split("\n").map(Number);
      expect(pids).toHaveLength(10);
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    }
  });

  test("is killed when its caller aborts", async () => {
    const stop = new AbortController();
    const work = problem(
      media.extractKeyframes(CLIP, { groupId: "ada", sensitivity: "low", signal: stop.signal }),
    );
    await expect.poll(() => existsSync(pid)).toBe(true);
    process.kill(Number(readFileSync(pid, "utf8")), "SIGSTOP");
    stop.abort();
    expect(await work).toMatch(/interrupted/);
    await isGone();
    expect(await problem(media.probe(CLIP, { signal: stop.signal }))).toMatch(/interrupted/);
  });
});

test.skipIf(process.platform !== "linux")("an ffmpeg that takes too much memory is ended", async () => {
  limits.memory = 10;
  config().FFMPEG_PATH = "builtin";
  expect(await problem(media.extractKeyframes(CLIP, { groupId: "ada", sensitivity: "low" }))).toMatch(
    /too much memory/,
  );
});

test("videos queue for a slot, and an aborted one leaves the queue", async () => {
  config().FFMPEG_PATH = "builtin";
  const stop = new AbortController();
  const all = Array.from({ length: availableParallelism() + 1 }, (_, n) =>
    media.extractKeyframes(CLIP, {
      groupId: "ada",
      sensitivity: "low",
      signal: n > 0 ? stop.signal : undefined,
    }),
  );
  const ends = Promise.all(all.map(problem));
  stop.abort();
  expect(await ends).toEqual(["none", ...all.slice(1).map(() => expect.stringMatching(/interrupted/))]);
  expect((await media.extractKeyframes(CLIP, { groupId: "ada", sensitivity: "low" })).length).toBeGreaterThan(
    1,
  );
});

test("an ffmpeg that cannot be started is replaced by the bundled one", async () => {
  config().FFMPEG_PATH = join(folder, "no-such-program");
  expect(await media.detectEngine()).toBe("builtin");
});
