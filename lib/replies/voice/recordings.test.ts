import { afterEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { functions } from "@/inngest/functions";
import { startRunner } from "@/inngest/runner/runner";
import { wakeEngine } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { listen, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startServerWithModel } from "@/test/server-with-model";
import { silence } from "@/test/sound";

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
const says = (text: string) => new File([`ID3\x04 says:${text}`], "voice.mp3");
type RecordingRequest = {
  query?: string;
  fields?: object;
  headers?: Record<string, string>;
  api?: typeof ada.api;
};
const start = (
  chat: { id: number },
  file: File[],
  { query = "", fields = {}, headers, api = ada.api }: RecordingRequest = {},
) => api.multipart(`/chats/${chat.id}/voice-recordings${query}`, { ...fields, file }, headers);
const at = (chat: { id: number }, { id }: { id: string }) => `/chats/${chat.id}/voice-recordings/${id}`;
const over = async (chat: { id: number }, recording: { id: string }) => {
  await expect.poll(async () => (await ada.api.get(at(chat, recording))).body.finished_at).not.toBeNull();
  return (await ada.api.get(at(chat, recording))).body;
};
const listMessages = async (chat: { id: number }) => (await ada.api.get(`/chats/${chat.id}/messages`)).body;

test("a recording is accepted immediately and becomes a message with a reply", async () => {
  const chat = await newChat();
  model.setMode("first=300");
  const { status, body } = await start(chat, [says("Where is the harbour?")]);
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: "queued", message_id: null, streaming_task_id: null, error: null });
  expect(await listMessages(chat)).toEqual([]);
  const ended = await over(chat, body);
  expect(ended).toMatchObject({ id: body.id, status: "completed", error: null });
  await expect
    .poll(async () => (await ada.api.get(`/chats/streaming/${ended.streaming_task_id}`)).body.finished)
    .toBe(true);
  const [message, reply] = await listMessages(chat);
  expect(message).toMatchObject({
    id: ended.message_id,
    type: "voice",
    message: "Where is the harbour?",
    from_user_id: ada.user.id,
    message_attachments: [{ file_name: "voice.mp3", mime_type: "audio/mpeg" }],
  });
  expect(reply.message).toBe("You said: Where is the harbour?");
  const content = await ada.api.get(message.message_attachments[0].url.replace("/api/v1", ""));
  expect(content.body).toContain("says:Where is the harbour?");
});

test("a recording can quote a message, be translated, and is accepted once per idempotency key", async () => {
  const chat = await newChat();
  const first = (await ada.api.multipart(`/chats/${chat.id}/messages/voice`, { file: [says("Hi")] })).body;
  const fields = { replying_to_message_id: String(first.message.id) };
  const given = { fields, query: "?translate=true", headers: { "idempotency-key": "once" } };
  const events = await listen(ada.api, "/users/me/events");
  const { body } = await start(chat, [says("Guten Tag")], given);
  const again = await start(chat, [says("Guten Tag")], given);
  expect(again.body.id).toBe(body.id);
  const { message_id } = await over(chat, body);
  // Replaces the recording in the sender's thread.
  const stored = await events.ended(({ data }) => data.idempotency_key === "once");
  expect(stored).toMatchObject({ event: "message.created", data: { message: { id: message_id } } });
  events.close();
  const message = (await listMessages(chat)).find(({ id }: { id: number }) => id === message_id);
  expect(message).toMatchObject({ message: "In English: Guten Tag", replying_to_message: { message: "Hi" } });
  expect((await listMessages(chat)).filter(({ type }: { type: string }) => type === "voice")).toHaveLength(2);
});

test.each([
  ["500", "provider_failed", "The speech server failed (status 500)."],
  ["echo", "invalid", "There is no speech in this recording."],
])("a failed recording (%s) has a reason and stores no message", async (mode, code, message) => {
  const chat = await newChat();
  model.setMode(mode);
  const { body } = await start(chat, [says("")]);
  expect(await over(chat, body)).toMatchObject({
    status: "failed",
    error: { code, message },
    message_id: null,
  });
  expect(await listMessages(chat)).toEqual([]);
});

test("an invalid recording, or one without transcription, is refused immediately", async () => {
  const chat = await newChat();
  expect((await start(chat, [new File(["says:hello"], "voice.mp3")])).status).toBe(415);
  expect((await start(chat, [says("a"), says("b")])).status).toBe(422);
  expect((await start({ id: 999_999 }, [says("a")])).status).toBe(404);
  config().TRANSCRIPTION_MODEL = "none";
  expect((await start(chat, [says("hello")])).status).toBe(503);
  expect(await listMessages(chat)).toEqual([]);
});

test("a recording can be cancelled by its sender while it is transcribed", async () => {
  const member = await colleague(server.url, ada.group, "Max Member");
  const chat = await newChat({ member_user_ids: [member.user.id] });
  model.setMode("first=60000");
  const before = model.authorizations.length;
  const { body } = await start(chat, [says("Never mind")]);
  await expect.poll(() => model.authorizations.length).toBeGreaterThan(before);
  expect((await member.api.get(at(chat, body))).status).toBe(404);
  expect((await member.api.send("DELETE", at(chat, body))).status).toBe(404);
  const cancelled = await ada.api.send("DELETE", at(chat, body));
  expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
  expect((await ada.api.send("DELETE", at(chat, body))).body.status).toBe("cancelled");
  model.setMode("echo");
  // This recording is processed after the cancelled one, so the cancelled one can no longer appear.
  await over(chat, (await start(chat, [says("later")])).body);
  const voices = (await listMessages(chat)).filter(({ type }: { type: string }) => type === "voice");
  expect(voices.map(({ message }: { message: string }) => message)).toEqual(["later"]);
});

test("ten minutes are transcribed in parts, and another process resumes at the interrupted part", async () => {
  const chat = await newChat();
  const asked = () => model.authorizations.length;
  model.setMode("first=2000");
  const file = new File([new Uint8Array(silence(600))], "long.wav");
  const { body } = await start(chat, [file]);
  const state = async () => (await ada.api.get(at(chat, body))).body;
  await expect.poll(async () => (await state()).percent, { interval: 20 }).toBeGreaterThanOrEqual(25);
  model.setMode("first=100000");
  const atMost = asked();
  expect(await state()).toMatchObject({ status: "running", seconds: 600 });
  // The model hangs on the part that is being transcribed when the process dies.
  await expect.poll(asked).toBeGreaterThan(atMost);

  model.setMode("echo");
  // The second runner gets notifications from now on, while the first runner still drives the run.
  const second = startRunner(functions);
  // Simulates a killed process: the run belongs to an owner that no longer exists. The first runner, which still
  // waits for its part, may claim the run again, so it is abandoned until the second one continues.
  const sentBefore = asked();
  const abandon = () =>
    db().execute(`update background_runs set owner = 'a dead process', lease_until = now() - interval '1 second'
      where function_id = 'transcribe-voice' and status = 'running'`);
  const goesOn = async () => {
    if (asked() === sentBefore) await abandon();
    wakeEngine();
    return asked();
  };
  await expect.poll(goesOn, { interval: 500 }).toBeGreaterThan(sentBefore);
  const ended = await over(chat, body);
  await second.stop();
  expect(ended).toMatchObject({ status: "completed", percent: null });
  const [message] = await listMessages(chat);
  // The fake model returns this text for any audio, once for each of four parts.
  expect(message.message.match(/painted blue/g)).toHaveLength(4);
  // Parts that were already transcribed are not repeated.
  expect(asked() - sentBefore).toBeLessThanOrEqual(3 + 2);
}, 240_000);
