import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";
import { silence } from "@/test/sound";

// The fake speech model returns the bytes of a recording as its text.
const { model, server } = await startServerWithModel({
  OPENAI_API_KEY: "sk-of-the-server",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
  RATE_LIMIT_HEAVY: "100",
});
afterEach(() => {
  model.setMode("echo");
  config().TRANSCRIPTION_MODEL = "openai:whisper-1";
});

const ada = await person(server.url);
const newChat = async (body: object = {}) => (await ada.api.post("/chats", body)).body;
const recording = (text: string, name = "voice.mp3") => new File([`ID3\x04 says:${text}`], name);
const speak = (
  chat: { id: number | string },
  file: File[],
  { query = "", api = ada.api, fields = {}, headers = {} } = {},
) => api.multipart(`/chats/${chat.id}/messages/voice${query}`, { ...fields, file }, headers);
const listMessages = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}/messages`)).body;

test("a recording becomes a message with the recording attached and a reply", async () => {
  const chat = await newChat();
  const file = recording("Where is the harbour?");
  const { status, body } = await speak(chat, [file]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ chat_id: chat.id, chat_uuid: chat.uuid, streaming_task_id: null });
  expect(body.message).toMatchObject({
    type: "voice",
    user_type: "user",
    message: "Where is the harbour?",
    from_user_id: ada.user.id,
    message_attachments: [{ file_name: "voice.mp3", mime_type: "audio/mpeg", size: file.size }],
  });
  expect(body.responses).toHaveLength(1);
  expect(body.responses[0]).toMatchObject({
    type: "message",
    message: "You said: Where is the harbour?",
    replying_to_message: { id: body.message.id, type: "voice" },
  });
  const stored = await listMessages(chat);
  expect(stored.map(({ type }: { type: string }) => type)).toEqual(["voice", "message"]);
  const [{ url, document_id }] = body.message.message_attachments;
  const content = await ada.api.get(url.replace("/api/v1", ""));
  expect(content.body).toBe(await file.text());
  const document = (await ada.api.get(`/documents/${document_id}`)).body;
  expect(document).toMatchObject({ place: "chat", chat_id: chat.id });
  expect(model.authorizations).toContain("Bearer sk-of-the-server");
});

test("an asynchronous request returns the stored message, and the same result for the same key", async () => {
  const chat = await newChat();
  const [query, headers] = ["?is_sync=false", { "idempotency-key": "voice-async" }];
  const { status, body } = await speak(chat, [recording("hello")], { query, headers });
  expect(status).toBe(200);
  expect(body).toMatchObject({ message: { type: "voice", message: "hello" }, responses: null });
  const again = await speak(chat, [recording("hello")], { query, headers });
  expect(again.body.streaming_task_id).toBe(body.streaming_task_id);
  const reply = async () =>
    (await ada.api.get(`/chats/streaming/${body.streaming_task_id}`)).body as {
      finished: boolean;
      text: string;
    };
  await expect.poll(async () => (await reply()).finished).toBe(true);
  expect((await reply()).text).toBe("You said: hello");
});

test("several models reply to a recording side by side", async () => {
  const chat = await newChat();
  const models = ["stand-in-large", "stand-in-small"].map((name) => `openai-compatible:${name}`);
  const query = `?${new URLSearchParams(models.map((name) => ["models", name]))}`;
  const { status, body } = await speak(chat, [recording("Which bike?")], { query });
  expect(status).toBe(200);
  expect(body).toMatchObject({ message: { type: "voice", message: "Which bike?" }, responses: null });
  await expect.poll(async () => (await ada.api.get(`/chats/${chat.id}/streaming`)).body).toEqual([]);
  const replies = (await listMessages(chat)).slice(1);
  expect(replies.map(({ message }: { message: string }) => message)).toEqual([
    "You said: Which bike?",
    "You said: Which bike?",
  ]);
  expect(replies.map(({ extra }: { extra: { comparison: object } }) => extra.comparison)).toEqual(
    expect.arrayContaining(models.map((model, position) => ({ model, position }))),
  );
  // Rejected before the empty recording is transcribed.
  const unanswered = await newChat({ virtual_assistant_id: null });
  const refused = await speak(unanswered, [recording("")], { query });
  expect(refused.status).toBe(422);
  expect(refused.body.detail[0].msg).toContain("Nobody replies");
});

test("an asynchronous request that is cancelled before its transcription stores nothing", async () => {
  const chat = await newChat();
  model.setMode("first=300");
  const gone = new AbortController();
  const form = new FormData();
  form.set("file", recording("hello"));
  const path = `/chats/${chat.id}/messages/voice?is_sync=false`;
  const before = model.authorizations.length;
  const sent = ada.api.send("POST", path, { body: form, signal: gone.signal });
  await expect.poll(() => model.authorizations.length).toBeGreaterThan(before);
  gone.abort();
  await expect(sent).rejects.toThrow();
  // The next transcription takes as long as the cancelled one, whose message would be stored by the time it ends.
  expect((await speak(chat, [recording("later")])).status).toBe(200);
  expect(await listMessages(chat)).toMatchObject([{ message: "later" }, {}]);
});

test("a recording can quote a message of its chat, but of no other", async () => {
  const [chat, other] = [await newChat(), await newChat()];
  const { message } = (await speak(chat, [recording("first")])).body;
  const fields = { replying_to_message_id: String(message.id) };
  const second = await speak(chat, [recording("second")], { fields });
  expect(second.body.message.replying_to_message).toMatchObject({ id: message.id, message: "first" });
  expect((await speak(other, [recording("third")], { fields })).status).toBe(404);
  expect(await listMessages(other)).toEqual([]);
});

test("translate returns English text, by the speech model or else by the chat's", async () => {
  const chat = await newChat();
  const query = "?translate=true";
  const byWhisper = await speak(chat, [recording("Guten Tag")], { query });
  expect(byWhisper.body.message.message).toBe("In English: Guten Tag");
  for (const name of ["openai:whisper-local", "openai-compatible:gpt-4o-transcribe"]) {
    config().TRANSCRIPTION_MODEL = name;
    const before = model.requests.length;
    const { body } = await speak(chat, [recording("Guten Tag")], { query });
    expect(JSON.stringify(model.requests[before]), name).toContain("into English");
    expect(body.message.message, name).toMatch(/^You said: <transcript>\nGuten Tag/);
  }
  expect((await speak(chat, [recording("Guten Tag")])).body.message.message).toBe("Guten Tag");
});

test("translate is 429 with the time of the next tokens when none are left", async () => {
  const { api, group } = await person(server.url, "Uma");
  const chat = (await api.post("/chats", {})).body;
  config().TRANSCRIPTION_MODEL = "openai:whisper-local";
  const translated = () => speak(chat, [recording("Guten Tag")], { query: "?translate=true", api });
  expect((await translated()).status).toBe(200);
  await api.patch(`/groups/${group.id}`, { monthly_tokens: 1 });
  const { status, headers, body } = await translated();
  expect([status, headers.get("retry-after")]).toEqual([429, String(body.retry_after)]);
  const again = new Date(Date.now() + (body.retry_after + 1) * 1000);
  expect([again.getUTCDate(), again.getUTCHours(), again.getUTCMinutes()]).toEqual([1, 0, 0]);
});

test("offline transcription handles recordings of any length, also without one in their header", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-voice-"));
  const { PATH } = process.env;
  writeFileSync(
    join(folder, "pocketsphinx_continuous"),
    "#!/bin/sh\necho 'hello 0.10 0.50 1.0'\necho 'harbour 0.60 0.90 1.0'\n",
  );
  chmodSync(join(folder, "pocketsphinx_continuous"), 0o755);
  process.env.PATH = `${folder}:${PATH}`;
  config().TRANSCRIPTION_MODEL = "pocketsphinx";
  try {
    const chat = await newChat();
    // The engine's timeout in milliseconds is 4,000 times the seconds. For 16.01 s, floating point gives a fraction.
    for (const file of [
      new File([new Uint8Array(silence(16.01))], "voice.wav"),
      new File([new Uint8Array(fixture("recorded-voice.webm"))], "voice.webm"),
    ]) {
      const { status, body } = await speak(chat, [file]);
      expect([status, body.message?.message], file.name).toEqual([
        200,
        expect.stringMatching(/^Draft by offline.*\n\nhello harbour$/),
      ]);
    }
  } finally {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  }
});

test.each(["", "  ", "[BLANK_AUDIO]", "(music) …"])("%j is silence and returns 422", async (said) => {
  const chat = await newChat();
  const { status, body } = await speak(chat, [recording(said)]);
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([
    { loc: ["body", "file"], msg: "There is no speech in this recording." },
  ]);
  expect(await listMessages(chat)).toEqual([]);
});

test("a request must have one recording of at most 25 MB, recognized by its content", async () => {
  const chat = await newChat();
  const refused = async (...files: File[]) => (await speak(chat, files)).status;
  expect(await refused()).toBe(400);
  expect(await refused(recording("one"), recording("two"))).toBe(422);
  expect(await refused(new File(["says:hello"], "voice.mp3"))).toBe(415);
  expect(await refused(new File(["says:hello"], "voice.txt"))).toBe(415);
  expect(await refused(new File(["\0\0\0\x20ftypisom says:hello"], "film.mp4"))).toBe(415);
  const said = (await speak(chat, [new File(["\x89PNG"], "voice.png")])).body.message;
  expect(said).toBe(
    "The file voice.png is no recording of sound. Accepted: WEBM, MP3, WAV, OGG, FLAC, M4A, AAC.",
  );
  const large = new File([`ID3\x04 says:hello\n${"x".repeat(25 * 1024 * 1024)}`], "large.mp3");
  const { status, body } = await speak(chat, [large]);
  expect([status, body.message]).toEqual([413, "A recording may have at most 25 MB."]);
  expect(await listMessages(chat)).toEqual([]);
});

test.each([
  ["blob", "audio/webm", "blob.webm", "\x1a\x45\xdf\xa3 webm \x86\x86A_OPUS"],
  ["blob", "application/octet-stream", "blob.mp3", "ID3\x04"],
  ["voice.pdf", "audio/ogg", "voice.ogg", "OggS"],
  ["Memo 3", "", "Memo 3.m4a", "\0\0\0\x20ftypM4A "],
  ["speech.opus", "", "speech.ogg", "OggS"],
  ["2026-11-23T10.15.txt", "", "2026-11-23T10.15.mp3", "ID3\x04"],
  ["recording.mp4", "audio/mp4", "recording.m4a", "\0\0\0\x20ftypisom"],
  ["recording.mp4", "", "recording.m4a", "\0\0\0\x20ftypiso5 moov trak mdia hdlr\0\0\0\0\0\0\0\0soun"],
])(
  "a recording named %s (%s) is recognized by its content and stored as %s",
  async (name, type, kept, bytes) => {
    const chat = await newChat();
    const file = new File([Buffer.from(`${bytes} says:hello`, "latin1")], name, { type });
    const { status, body } = await speak(chat, [file]);
    expect([status, body.message?.message]).toEqual([200, "hello"]);
    expect(body.message.message_attachments).toMatchObject([
      { file_name: kept, mime_type: expect.stringMatching(/^audio\//) },
    ]);
  },
);

test("a recording without a speech provider is 503", async () => {
  const chat = await newChat();
  for (const name of ["none", "anthropic:claude", "ollama:whisper"]) {
    config().TRANSCRIPTION_MODEL = name;
    const { status, body } = await speak(chat, [recording("hello")]);
    expect(status, name).toBe(503);
    expect(body.message, name).toMatch(/^Recordings cannot be transcribed/);
  }
  expect(await listMessages(chat)).toEqual([]);
});

test.each([
  ["401", "refused the API key."],
  ["429", "is busy: too many requests."],
  ["500", "failed (status 500)."],
  ["html", "sent something that is no transcript."],
])("a provider failure (%s) returns 502 and stores nothing", async (mode, says) => {
  const chat = await newChat();
  model.setMode(mode);
  for (const query of ["", "?translate=true"]) {
    const { status, body } = await speak(chat, [recording("hello")], { query });
    expect([status, body.message]).toEqual([502, `The speech server ${says}`]);
  }
  expect(await listMessages(chat)).toEqual([]);
});

test("a repeated key returns the first answer, and can be used again after a failure", async () => {
  const chat = await newChat();
  const headers = { "idempotency-key": "voice-1" };
  model.setMode("500");
  expect((await speak(chat, [recording("hello")], { headers })).status).toBe(502);
  model.setMode("echo");
  const first = await speak(chat, [recording("hello")], { headers });
  expect(first.status).toBe(200);
  expect((await speak(chat, [recording("hello")], { headers })).body).toEqual(first.body);
  expect(await listMessages(chat)).toHaveLength(2);
  expect((await speak(chat, [recording("other")], { headers })).status).toBe(422);
});

test("members of the chat can send recordings, and colleagues and strangers get 404", async () => {
  const [member, outside] = [
    await colleague(server.url, ada.group, "Max Member"),
    await colleague(server.url, ada.group, "Cora Colleague"),
  ];
  const stranger = await person(server.url, "Sam Stranger");
  const chat = await newChat({ member_user_ids: [member.user.id] });
  const says = async (api: typeof ada.api | undefined) =>
    (await speak(chat, [recording("hello")], { api })).status;
  expect(await says(member.api)).toBe(200);
  expect(await says(outside.api)).toBe(404);
  expect(await says(stranger.api)).toBe(404);
  const visitor = await speak(chat, [recording("hello")], {
    api: ada.api.as(undefined),
    headers: { "x-session-id": "a-visitor" },
  });
  expect(visitor.status).toBe(401);
  expect(await listMessages(chat)).toHaveLength(2);
});
