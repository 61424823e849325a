import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { videoConversions } from "@/db/schema/videos";
import { deleteUnreferenced } from "@/lib/chat/files/service";
import { storeTranscript } from "@/lib/knowledge/transcripts/service";
import { config } from "@/lib/platform/config";
import { getLocalCopy } from "@/lib/platform/storage/service";
import { person, readEvents } from "@/test/client";
import { colleague } from "@/test/colleague";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";
import { HEADINGS } from "./headings";
import { sweep } from "./service";

const { model, server } = await startServerWithModel({
  OPENAI_MODEL: "gpt-4o",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
  VIDEO_MODEL: "openai-compatible:watcher",
});
const usual = { ...config() };
afterEach(() => {
  model.setMode("echo");
  Object.assign(config(), usual);
});

const ada = await person(server.url);
const film = (name = "harbour.mp4") => new File([new Uint8Array(fixture(name))], name);
const convert = (fields: Record<string, string | File[]>, api = ada.api) =>
  api.multipart("/video/video-to-text", fields);
const listHeadings = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;

test("a model with video support receives the whole video", async () => {
  const before = model.calls;
  const { status, body } = await convert({ file: [film()], extra_instructions: "Name the ships." });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(["text", "method"]);
  expect(body.method).toBe("full_video");
  expect(listHeadings(body.text)).toEqual(HEADINGS);
  expect(body.text).toContain(`Watched video/mp4 of ${film().size} bytes.`);
  expect(body.text).toContain("Asked: Name the ships.");
  expect(model.calls - before).toBe(1);
  expect(model.requests.at(-1)?.model).toBe("watcher");
});

test("frames_plus_audio sends pictures of the scenes with their times, and the transcript", async () => {
  const { status, body } = await convert({ file: [film()], method: "frames_plus_audio" });
  expect(status).toBe(200);
  expect(body.method).toBe("frames_plus_audio");
  expect(listHeadings(body.text)).toEqual(HEADINGS);
  expect(body.text).toMatch(/Saw 3 pictures at \[00:0\d\] \[00:0\d\] \[00:0\d\]\./);
  expect(body.text).toContain("Heard: [00:00] The harbour wall is painted blue.");
  expect(body.text).toMatch(/## Timeline\n\n- 00:0\d Something is shown.\n- 00:0\d/);
  expect(model.requests.at(-1)?.model).toBe("gpt-4o");
});

test("a browser recording without a duration is converted to its end", async () => {
  const { status, body } = await convert({ file: [film("recorded.webm")], method: "frames_plus_audio" });
  expect([status, body.method]).toEqual([200, "frames_plus_audio"]);
  expect(body.text).toMatch(/Saw 2 pictures at \[00:0\d\] \[00:0[234]\]\./);
  expect(body.text).toContain("Heard: [00:00] The harbour wall is painted blue.");
  expect(JSON.stringify(model.requests.at(-1))).toContain("The video is 00:04 long.");
});

test("WebM is recognized under a name without an extension", async () => {
  const file = [new File([new Uint8Array(fixture("harbour.webm"))], "blob")];
  const { status, body } = await convert({ file });
  expect([status, body.method]).toEqual([200, "full_video"]);
  expect(body.text).toContain("Watched video/webm");
});

test("a requested model is used, and one without video support gets frames", async () => {
  const watched = await convert({ file: [film()], model: "openai-compatible:other" });
  expect(watched.body.method).toBe("full_video");
  expect(model.requests.at(-1)?.model).toBe("other");
  const ollama = await convert({ file: [film()], model: "ollama:llava" });
  expect(ollama.body.method).toBe("frames_plus_audio");
  expect((await convert({ file: [film()], model: "builtin" })).status).toBe(422);
});

test.each(["nonsense", "anthropic:claude-sonnet-5-5", "constructor:x", ":", ""])(
  "the unconnected model %j returns 422, and no other one is called",
  async (name) => {
    const before = model.calls;
    const { status, body } = await convert({ file: [film()], model: name });
    expect([status, body.detail?.[0].loc]).toEqual([422, ["body", "model"]]);
    expect(body.detail[0].msg).toMatch(/Accepted: openai-compatible:/);
    expect(model.calls).toBe(before);
  },
);

test("a transcript of the offline engine is kept, and replaced once a provider is connected", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-video-"));
  const { PATH } = process.env;
  const program = join(folder, "pocketsphinx_continuous");
  writeFileSync(program, `#!/bin/sh\necho x >> ${join(folder, "heard")}\necho 'harbour 0.10 0.50 1.0'\n`);
  chmodSync(program, 0o755);
  process.env.PATH = `${folder}:${PATH}`;
  config().TRANSCRIPTION_MODEL = "pocketsphinx";
  try {
    const [document] = (await ada.api.multipart("/documents", { files: [film()] })).body;
    const fields = { document_id: String(document.id), method: "frames_plus_audio" };
    for (const _ of [1, 2]) expect((await convert(fields)).body.text).toContain("Heard: [00:00] harbour");
    expect(readFileSync(join(folder, "heard"), "utf8")).toBe("x\n");
    const { text } = (await ada.api.get(`/documents/${document.id}/text`)).body;
    expect(text).toMatch(/^Draft by offline speech recognition.*\n\[00:00\] harbour\n$/);
    config().TRANSCRIPTION_MODEL = "openai:whisper-1";
    expect((await convert(fields)).body.text).toContain("Heard: [00:00] The harbour wall is painted blue.");
  } finally {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  }
});

test("frames are sent where a model refuses videos", async () => {
  model.setMode("blind");
  const { status, body } = await convert({ file: [film()] });
  expect([status, body.method]).toEqual([200, "frames_plus_audio"]);
  expect(body.text).toMatch(/Saw 3 pictures/);
});

test("the conversion continues without a speech provider, with a note", async () => {
  config().TRANSCRIPTION_MODEL = "anthropic:claude";
  const { status, body } = await convert({ file: [film()], method: "frames_plus_audio" });
  expect(status).toBe(200);
  expect(body.text).toContain(
    "*What is said in the video is not in this text. Recordings cannot be transcribed",
  );
  expect(body.text).not.toContain("Heard:");
});

test("a model without vision support gets the transcript, with a note; without a transcript it is 503", async () => {
  Object.assign(config(), { OPENAI_MODEL: "stand-in", VIDEO_MODEL: undefined });
  // Uses the group of another person, because a group's connections are cached.
  const { api } = await person(server.url, "Eva");
  const { status, body } = await convert({ file: [film()] }, api);
  expect([status, body.method]).toEqual([200, "frames_plus_audio"]);
  expect(body.text).toContain("Heard: [00:00]");
  expect(body.text).toContain("no model that can read images was available");
  config().TRANSCRIPTION_MODEL = "anthropic:claude";
  expect((await convert({ file: [film()] }, api)).status).toBe(503);
});

test("wrong headings are corrected by a second request, else by the server", async () => {
  model.setMode("messy");
  const again = await convert({ file: [film()] });
  expect(listHeadings(again.body.text)).toEqual(HEADINGS);
  expect(again.body.text).toContain("Written again.");
  model.setMode("stubborn");
  const { text } = (await convert({ file: [film()] })).body;
  expect(listHeadings(text)).toEqual(HEADINGS);
  expect(text).toContain(
    "## Timeline\n\n- 00:00 First\n- 00:04 Third\n\n## Notable Details\n\nNothing to report.",
  );
  expect(text).not.toContain("99:00");
});

test("an analysis is returned as a JSON string or plain text", async () => {
  const { status, body } = await ada.api.multipart("/video/analyze", { file: [film()] });
  expect([status, body]).toEqual([200, `Watched video/mp4 of ${film().size} bytes.`]);
  const plain = await ada.api.multipart("/video/analyze", { file: [film()] }, { accept: "text/plain" });
  expect(plain.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(plain.body).toBe(body);
  const none = await ada.api.multipart("/video/analyze", { extra_instructions: "?" });
  expect([none.status, none.body.message]).toEqual([400, "The field file is required."]);
});

test("invalid videos, too long ones, and requests without exactly one of file and document return 422", async () => {
  const sound = new File(["ID3\x04 a song"], "song.mp3");
  const broken = new File(["\0\0\0\x20ftypisom no video at all"], "film.mp4");
  for (const file of [sound, broken, new File(["hello"], "film.mp4"), new File([""], "film.mp4")]) {
    const { status, body } = await convert({ file: [file] });
    expect([status, body.detail?.[0].loc], file.name).toEqual([422, ["body", "file"]]);
    expect(body.detail[0].msg).toMatch(/a video (or recording )?that can be read|contains no video/);
  }
  expect((await convert({})).status).toBe(422);
  expect((await convert({ file: [film()], document_id: "1" })).status).toBe(422);
  expect((await convert({ file: [film(), film()] })).status).toBe(422);
  expect((await convert({ file: [film()], method: "guess" })).status).toBe(422);
  config().VIDEO_MAX_MINUTES = 0.05;
  const { status, body } = await convert({ file: [film()] });
  expect([status, body.detail[0].msg]).toEqual([422, "A video may be at most 0.05 minutes long."]);
  config().VIDEO_MAX_MB = 0.01;
  expect((await convert({ file: [film()] })).status).toBe(413);
});

test("pictures in an unsupported codec return 422 with its name, and no model is called", async () => {
  config().FFMPEG_PATH = "builtin";
  const calls = model.calls;
  const { status, body } = await convert({ file: [film("av1.mp4")] });
  expect([status, body.detail?.[0].loc]).toEqual([422, ["body", "file"]]);
  expect(body.detail[0].msg).toMatch(/encoded as AV1.*Convert it to H.264/);
  expect(model.calls).toBe(calls);
});

test("the transcript of a document is reused; documents hidden from the caller return 404", async () => {
  const chat = await newChat();
  const [document] = (await ada.api.multipart("/documents", { chat_id: String(chat.id), files: [film()] }))
    .body;
  const document_id = String(document.id);
  const { id } = document;
  await expect.poll(async () => (await ada.api.get(`/documents/${id}`)).body.status).toBe("ready");
  await storeTranscript({ id }, { segments: [{ from: 2, to: 3, text: "Known before." }], isDraft: false });
  const { status, body } = await convert({ document_id, method: "frames_plus_audio" });
  expect([status, body.method]).toEqual([200, "frames_plus_audio"]);
  expect(body.text).toContain("Heard: [00:02] Known before.\n");
  const max = await colleague(server.url, ada.group, "Max");
  const stranger = await person(server.url, "Sam");
  for (const { api } of [max, stranger]) expect((await convert({ document_id }, api)).status).toBe(404);
  const [note] = (
    await ada.api.multipart("/documents", { chat_id: String(chat.id), files: [new File(["x"], "a.txt")] })
  ).body;
  expect((await convert({ document_id: String(note.id) })).status).toBe(422);
  // The document still exists.
  expect((await ada.api.get(`/documents/${document.id}/content`)).status).toBe(200);
});

test("progress of an asynchronous conversion is visible to its caller only", async () => {
  const max = await colleague(server.url, ada.group, "Max");
  model.setMode("first=1500");
  const { status, body } = await convert({ file: [film()], is_sync: "false" });
  expect([status, Object.keys(body)]).toEqual([202, ["streaming_task_id"]]);
  const path = `/chats/streaming/${body.streaming_task_id}`;
  expect((await max.api.get(path)).status).toBe(404);
  const events = await readEvents(ada.api, path);
  const stages = events.filter(({ event }) => event === "progress").map(({ data }) => data.stage);
  expect(stages).toContain("watching");
  expect(events.at(-1)).toMatchObject({
    event: "done",
    data: { method: "full_video", status: "completed", error: null, finished: true, progress: null },
  });
  expect(listHeadings(events.at(-1)!.data.text)).toEqual(HEADINGS);
  const { body: state } = await ada.api.get(path);
  expect(state).toEqual(events.at(-1)!.data);
});

const newest = async () => {
  const [row] = await db().select().from(videoConversions).orderBy(desc(videoConversions.createdAt)).limit(1);
  return row!;
};

test("a failing provider returns 502, and the stream gives the reason", async () => {
  model.setMode("401");
  const { status, body } = await convert({ file: [film()], method: "full_video" });
  expect([status, body.message]).toEqual([502, "The model server refused the API key."]);
  const events = await readEvents(ada.api, `/chats/streaming/${(await newest()).id}`);
  expect(events.map(({ event }) => event)).toEqual(["error", "done"]);
  expect(events.at(-1)!.data).toMatchObject({
    status: "failed",
    error: body.message,
    text: "",
    method: null,
  });
});

test("stopping a conversion closes the model's connection and ends waiting requests", async () => {
  model.setMode("first=30000");
  const [aborted, calls] = [model.aborted, model.calls];
  const waiting = convert({ file: [film()] });
  await expect.poll(() => model.calls).toBe(calls + 1);
  const { id, storageKey } = await newest();
  expect((await ada.api.get(`/chats/streaming/${id}`)).body).toMatchObject({
    status: "running",
    progress: { stage: "watching", part: 1, parts: 1 },
  });
  const stopped = await ada.api.del(`/chats/streaming_response/${id}`);
  expect([stopped.status, stopped.body]).toEqual([200, { success: true, status: "cancelled" }]);
  expect([(await waiting).status, (await waiting).body.message]).toEqual([
    409,
    "The conversion was stopped.",
  ]);
  await expect.poll(() => model.aborted).toBeGreaterThan(aborted);
  await expect(getLocalCopy(storageKey).then(({ path }) => stat(path))).rejects.toThrow();
  expect((await ada.api.del(`/chats/streaming_response/${id}`)).body.status).toBe("cancelled");
});

test("a disconnected caller does not stop the conversion; its file is kept as long as needed", async () => {
  model.setMode("first=1500");
  const calls = model.calls;
  const gone = new AbortController();
  const body = new FormData();
  body.append("file", film());
  const sent = ada.api.send("POST", "/video/video-to-text", { body, signal: gone.signal });
  await expect.poll(() => model.calls).toBe(calls + 1);
  gone.abort();
  await expect(sent).rejects.toThrow();
  const { id, storageKey } = await newest();
  await deleteUnreferenced([storageKey]);
  const { path } = await getLocalCopy(storageKey);
  expect((await stat(path)).size).toBe(film().size);
  await expect.poll(async () => (await newest()).status).toBe("completed");
  await expect.poll(() => stat(path).catch(() => "gone")).toBe("gone");
  expect((await ada.api.get(`/chats/streaming/${id}`)).body.text).toContain("## Conclusions");
});

test("usage counts conversions, a used-up limit returns 429, and old conversions expire", async () => {
  const { api, group } = await person(server.url, "Uma");
  expect((await convert({ file: [film()] }, api)).status).toBe(200);
  const { rows } = (await api.get("/usage?by=kind")).body;
  expect(rows).toMatchObject([{ key: "video", input_tokens: expect.any(Number) }]);
  await api.patch(`/groups/${group.id}`, { monthly_tokens: 1 });
  const { status, headers, body } = await convert({ file: [film()] }, api);
  expect([status, body.message]).toEqual([429, expect.stringMatching(/used up its tokens/)]);
  expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);

  const { id } = await newest();
  await db().execute(
    `update video_conversions set finished_at = now() - interval '91 days' where id = '${id}'`,
  );
  await sweep();
  expect((await api.get(`/chats/streaming/${id}`)).status).toBe(404);
});
