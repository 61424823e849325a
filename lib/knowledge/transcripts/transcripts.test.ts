import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { findOfflineSpeech } from "@/lib/llm/models/offline-speech";
import { parseSegments } from "@/lib/llm/models/timed-text";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { FILM } from "@/test/fakes/speech";
import { startServer } from "@/test/server";
import { silence } from "@/test/sound";
import { formatClock, limits, selectTracks, transcribe } from "./service";
import { parseTranscript, toDocumentText } from "./text";

const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
process.env.TRANSCRIPTION_MODEL = "openai:whisper-1";
const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), "parley-transcripts-"));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
  await model.close();
});
const { PATH } = process.env;
const { piece } = limits;
afterEach(() => {
  config().TRANSCRIPTION_MODEL = "openai:whisper-1";
  process.env.PATH = PATH;
  limits.piece = piece;
  model.setMode("echo");
});

const ada = await person(server.url);
const groupId = ada.group.id;
const file = (name: string, bytes: Buffer): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const [first, second] = FILM.map(({ start, end, text }) => ({ from: start, to: end, text: text.trim() }));

test("a long recording is sent in pieces, with times of the whole recording", async () => {
  const percent: number[] = [];
  limits.piece = 4;
  const path = file("long.wav", silence(6));
  const { segments, isDraft } = await transcribe({ path, groupId, onProgress: (now) => percent.push(now) });
  const later = [first!, second!].map(({ from, to, text }) => ({ from: from + 4, to: to + 4, text }));
  expect(segments.map(({ words: _, ...said }) => said)).toEqual([first, second, ...later]);
  // "harbour" is the second of six words in 1.5 seconds, and occurs 4 seconds later in the second piece.
  expect(segments.map(({ words }) => words?.[1])).toMatchObject([
    { at: 4, from: 0.25 },
    { at: 4 },
    { at: 4, from: 4.25 },
    { at: 4 },
  ]);
  expect(isDraft).toBe(false);
  expect(percent).toEqual([67, 100]);
});

test("a piece is one segment if the model reports no times", async () => {
  config().TRANSCRIPTION_MODEL = "openai:gpt-4o-transcribe";
  const path = file("short.wav", silence(4));
  const text = `${first!.text} ${second!.text}`;
  for (const _ of [1, 2])
    expect((await transcribe({ path, groupId })).segments).toEqual([{ from: 0, to: 4, text }]);
});

test("a speaker has one name in all pieces if the model distinguishes voices", async () => {
  config().TRANSCRIPTION_MODEL = "openai:gpt-4o-transcribe-diarize";
  limits.piece = 6;
  const { segments } = await transcribe({ path: file("talk.wav", silence(9)), groupId });
  expect(segments.map(({ who }) => who)).toEqual(["Speaker 1", "Speaker 2", "Speaker 2", "Speaker 3"]);
  expect(toDocumentText({ segments, isDraft: false }).text).toContain(
    "[00:00] Speaker 1: The harbour wall is painted blue.\n[00:02] Speaker 2: ",
  );
});

test("sentences become lines and words get their positions if the model reports word times", () => {
  const text = ' "It is late," he said. Dr. Who left at 9. 我们走吧。再见！';
  const words = "It is late he said Dr Who left at nine 我们 走吧 再见".split(" ").map((word, at) => ({
    word,
    start: 1 + at / 2,
    end: 1.4 + at / 2,
  }));
  const segments = parseSegments([{ start: 1, end: 9, text }], words)!;
  expect(segments.map(({ from, text }) => [from, text])).toEqual([
    [1, '"It is late," he said.'],
    [3.5, "Dr. Who left at 9."],
    [6, "我们走吧。再见！"],
  ]);
  const { text: line, parts } = toDocumentText({ segments, isDraft: false });
  const [place, seconds] = parts[1]!.words![2]!;
  expect([line.slice(parts[1]!.start + place).split(" ")[0], seconds]).toEqual(["left", 4.5]);
  const documentText = toDocumentText({
    segments: segments.map((each) => ({ ...each, who: "Ann" })),
    isDraft: false,
  });
  expect(toDocumentText(parseTranscript(documentText))).toEqual(documentText);
  // Malformed responses of a server cause no error.
  for (const odd of [[null, 1, {}], [{ word: "late", start: "x" }], [{ word: "no such", start: 3 }], []])
    expect(parseSegments([{ start: 1, end: 9, text }], odd)).toMatchObject([{ from: 1, text: text.trim() }]);
});

test("one sound track, all or those of a language are selected", () => {
  const tracks = [
    { language: "en", title: null, isMain: false },
    { language: "pt-BR", title: "Comentário", isMain: true },
    { language: null, title: null, isMain: false },
  ];
  const of = (wanted: string | null) => selectTracks(tracks, wanted).map(({ track }) => track);
  expect([null, "all", "1", "eng", "English", "pt", "por", "3"].map(of)).toEqual([
    ...[[1], [0, 1, 2], [0], [0], [0], [1], [1], [2]],
  ]);
  const names = "1 (English), 2 (Brazilian Portuguese (Comentário)), 3 (Track 3)";
  for (const wanted of ["de", "0", "4", "klingon", "<x>"]) expect(() => of(wanted)).toThrow(names);
});

test("a failed transcription gives the reason", async () => {
  const text = file("text.mp4", Buffer.from("This is no film."));
  await expect(transcribe({ path: text, groupId })).rejects.toThrow("a video or recording");
  const path = file("short.wav", silence(4));
  model.setMode("500");
  await expect(transcribe({ path, groupId })).rejects.toMatchObject({ code: "failed" });
  config().TRANSCRIPTION_MODEL = undefined;
  process.env.PATH = "";
  await expect(transcribe({ path, groupId })).rejects.toMatchObject({ code: "not_configured" });
  const stop = AbortSignal.abort("stopped");
  await expect(transcribe({ path, groupId, signal: stop })).rejects.toBeDefined();
});

test("times have minutes and seconds, and hours from one hour on", () => {
  expect([0, 59.9, 61, 3599, 3600, 36_061].map(formatClock)).toEqual([
    "00:00",
    "00:59",
    "01:01",
    "59:59",
    "1:00:00",
    "10:01:01",
  ]);
});

test("a transcript stays the same when it is parsed from its text", () => {
  const segments = [
    { from: 0, to: 2.5, text: "One [12:00] two." },
    { from: 2.5, to: 3700, text: "Three." },
    { from: 3700, to: 3700, text: "Four." },
  ];
  for (const isDraft of [true, false]) {
    const text = toDocumentText({ segments, isDraft });
    expect(text.text).toContain("[00:02] Three.\n[1:01:40] Four.\n");
    expect(parseTranscript(text)).toEqual({ segments, isDraft });
  }
  expect(parseTranscript(toDocumentText({ segments: [], isDraft: false }))).toEqual({
    segments: [],
    isDraft: false,
  });
});

const isInstalled = (program: string) => {
  try {
    execFileSync("which", [program]);
    return true;
  } catch {
    return false;
  }
};

const SENTENCES = [
  "The meeting starts at nine in the morning.",
  "Please send the report to the whole team.",
  "We will talk about the budget next week.",
];

describe.skipIf(!findOfflineSpeech() || !isInstalled("flite"))(
  "offline recognition without a provider",
  () => {
    const spoken = () => {
      const path = join(folder, "spoken.wav");
      execFileSync("flite", ["-voice", "kal16", "-t", SENTENCES.join(" "), "-o", path]);
      return path;
    };
    const words = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

    test("recognizes clear English as a draft", async () => {
      config().TRANSCRIPTION_MODEL = undefined;
      const { segments, isDraft } = await transcribe({ path: spoken(), groupId });
      expect(isDraft).toBe(true);
      const said = segments.map(({ text }) => text).join(" ");
      expect(getWordErrorRate(words(SENTENCES.join(" ")), words(said))).toBeLessThan(0.25);
      for (const { from, to } of segments) expect(to).toBeGreaterThan(from);
      expect(segments.at(-1)!.to).toBeLessThan(10);
    });

    test("labels a voice message as a draft", async () => {
      config().TRANSCRIPTION_MODEL = "pocketsphinx";
      const chat = (await ada.api.post("/chats", {})).body;
      const recording = new File([new Uint8Array(readFileSync(spoken()))], "voice.wav");
      const sent = await ada.api.multipart(`/chats/${chat.id}/messages/voice`, { file: [recording] });
      expect(sent.status).toBe(200);
      expect(sent.body.message.message).toMatch(
        /^Draft by offline speech recognition.*\n\nthe meeting starts/,
      );
      const nothing = new File([new Uint8Array(silence(2))], "silence.wav");
      expect((await ada.api.multipart(`/chats/${chat.id}/messages/voice`, { file: [nothing] })).status).toBe(
        422,
      );
    });
  },
);

// Returns the word error rate: the share of omitted, inserted or substituted words (Levenshtein).
function getWordErrorRate(wanted: string[], texts: string[]): number {
  let row = texts.map((_, at) => at + 1);
  row.unshift(0);
  for (const [at, word] of wanted.entries()) {
    const next = [at + 1];
    for (const [to, other] of texts.entries())
      next.push(Math.min(next[to]! + 1, row[to + 1]! + 1, row[to]! + (word === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)! / wanted.length;
}
