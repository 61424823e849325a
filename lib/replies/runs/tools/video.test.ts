import { beforeAll, expect, test, vi } from "vitest";
import { type Client, person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";
import { silence } from "@/test/sound";

const { model, server } = await startServerWithModel({
  INDEX_AFTER_MS: "50",
  OPENAI_API_KEY: "sk-of-the-server",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
  EMBEDDING_MODEL: "builtin",
});

const ada = await person(server.url, "Ada Example");
const mia = await colleague(server.url, ada.group, "Mia Member");
type Document = { id: number; file_name: string; status: string; folder: string; has_transcript: boolean };
const film = new Uint8Array(fixture("harbour.mp4"));

const get = async (id: number): Promise<Document> => (await ada.api.get(`/documents/${id}`)).body;
const ready = (id: number) =>
  vi.waitFor(
    async () => {
      const document = await get(id);
      expect(document.status).toBe("ready");
      return document;
    },
    { timeout: 60_000, interval: 50 },
  );
const add = async (file: File, chat: { id: number }): Promise<Document> => {
  const { body } = await ada.api.multipart("/documents", { chat_id: String(chat.id), files: [file] });
  return ready(body[0].id);
};
const newChat = async (body: object = {}): Promise<{ id: number; uuid: string }> =>
  (await ada.api.post("/chats", body)).body;
const ask = async (api: Client, chat: { id: number }, name: string, input: object) => {
  const message_input = `[[fake call ${name} ${JSON.stringify(input)}]]`;
  return (await api.multipart(`/chats/${chat.id}/messages`, { message_input })).body.responses[0];
};
const inFolder = async (chat: { uuid: string }, folder: string): Promise<Document[]> =>
  (await ada.api.get(`/documents?chat_id=${chat.uuid}&folder=${encodeURIComponent(folder)}&sort=name`)).body;

let chat: { id: number; uuid: string };
let video: Document;
beforeAll(async () => {
  chat = await newChat({ member_user_ids: [mia.user.id] });
  video = await add(new File([film], "harbour.mp4"), chat);
});

test("keyframes of a video are attached to the reply and stored in the folder once", async () => {
  const input = { document_id: video.id, folder: "film/frames" };
  const reply = await ask(mia.api, chat, "extract_video_keyframes", input);
  const names = reply.message_attachments.map(({ file_name }: Document) => file_name);
  expect(names).toEqual([
    expect.stringMatching(/^keyframe-00-[01]\.\ds\.jpg$/),
    expect.stringMatching(/^keyframe-01-[23]\.\ds\.jpg$/),
    expect.stringMatching(/^keyframe-02-[45]\.\ds\.jpg$/),
  ]);
  expect(reply.message).toContain(`00:0${names[1].split("-")[2][0]} ${names[1]}`);
  expect(reply.reasoning_steps.at(-1)).toMatchObject({
    label: "Capturing frames from a video",
    description_md: "harbour.mp4, medium sensitivity",
    metadata: { failed: false },
  });
  expect((await inFolder(chat, "film/frames")).map(({ file_name }) => file_name)).toEqual(names);
  const [{ url }] = reply.message_attachments;
  expect((await mia.api.get(url.replace("/api/v1", ""))).headers.get("content-type")).toBe("image/jpeg");

  const again = await ask(ada.api, chat, "extract_video_keyframes", input);
  expect(again.message_attachments).toEqual(reply.message_attachments);
  expect(await inFolder(chat, "film/frames")).toHaveLength(3);
});

test("the transcript of a video is stored as its text and found at its second", async () => {
  const reply = await ask(ada.api, chat, "transcribe_video", { document_id: video.id });
  expect(reply.message).toContain("[00:00] The harbour wall is painted blue.\n[00:01] The lighthouse keeper");
  expect(reply.extra.citations).toContainEqual(
    expect.objectContaining({ document_id: video.id, title: "harbour.mp4", seconds: 0 }),
  );
  expect((await ready(video.id)).has_transcript).toBe(true);
  const { body } = await ada.api.get("/search?query=lighthouse%20keeper&kinds=documents");
  expect(body).toContainEqual(expect.objectContaining({ document_id: video.id, seconds: 1.5 }));
  const inChat = await ada.api.get(`/chats/${chat.id}/semantic_search?query=painted%20harbour%20wall`);
  expect(inChat.body.documents).toContainEqual(
    expect.objectContaining({ document_id: video.id, seconds: 0 }),
  );
  const text = (await ada.api.get(`/documents/${video.id}/text`)).body;
  expect(text.parts).toMatchObject([
    { page: 1, title: null, start: 0, seconds: 0 },
    { page: 2, title: null, start: text.text.indexOf("[00:01]"), seconds: 1.5 },
  ]);

  // A stored transcript is reused, and survives reindexing.
  model.setMode("500");
  const again = await ask(ada.api, chat, "transcribe_video", { document_id: video.id });
  model.setMode("echo");
  expect(again.message).toContain("The harbour wall is painted blue.");
  await ada.api.post(`/documents/${video.id}/reindex`);
  expect(await ready(video.id)).toMatchObject({ has_transcript: true });
  expect((await ada.api.get(`/documents/${video.id}/text`)).body).toEqual(text);
});

test("a recording can be transcribed too, and a model sees it before it has a text", async () => {
  const own = await newChat();
  const message_input = "What is said here?";
  const file = new File([new Uint8Array(silence(3))], "talk.wav");
  await ada.api.multipart(`/chats/${own.id}/messages`, { message_input, files: [file] });
  const [, id] = /<document name=\\"talk.wav\\" id=\\"(\d+)\\">/.exec(JSON.stringify(model.requests.at(-1)))!;
  const reply = await ask(ada.api, own, "transcribe_video", { document_id: Number(id) });
  expect(reply.message).toContain("The harbour wall is painted blue.");
  const pictures = await ask(ada.api, own, "extract_video_keyframes", { document_id: Number(id) });
  expect(pictures.message).toContain("talk.wav is no video");
  expect(pictures.message_attachments).toBeNull();
});

test("a video outside of the chat cannot be used", async () => {
  const own = await newChat();
  const secret = await add(new File([film], "secret.mp4"), own);
  for (const { api } of [ada, mia])
    for (const name of ["transcribe_video", "extract_video_keyframes"]) {
      const reply = await ask(api, chat, name, { document_id: secret.id });
      expect(reply.message).toContain("Document not found");
    }
  expect(await get(secret.id)).toMatchObject({ has_transcript: false });
  const bare = await newChat();
  expect((await ask(ada.api, bare, "transcribe_video", { document_id: secret.id })).message).not.toContain(
    "The tool said",
  );
});

test.each(["../up", "a/../b", "/etc", "a//b", ".", "a\\b", "", "a/"])(
  "the folder %j is refused",
  async (folder) => {
    const reply = await ask(ada.api, chat, "extract_video_keyframes", { document_id: video.id, folder });
    expect(reply.message).toContain("The arguments do not fit");
  },
);

test("failures are reported with a message, and nothing is stored", async () => {
  const own = await newChat();
  const broken = await add(new File([film.slice(0, 2000)], "broken.mp4"), own);
  for (const name of ["transcribe_video", "extract_video_keyframes"]) {
    const reply = await ask(ada.api, own, name, { document_id: broken.id });
    expect(reply.message).toContain("a video or recording that can be read");
    expect(reply.reasoning_steps.at(-1).metadata.failed).toBe(true);
  }
  const whole = await add(new File([film], "whole.mp4"), own);
  model.setMode("500");
  const reply = await ask(ada.api, own, "transcribe_video", { document_id: whole.id });
  model.setMode("echo");
  expect(reply.message).toContain("The speech server failed (status 500)");
  expect(await get(whole.id)).toMatchObject({ has_transcript: false });
});

test("stopping a reply cancels its transcription, and nothing is stored", async () => {
  const own = await newChat();
  const long = await add(new File([film], "long.mp4"), own);
  const message_input = `[[fake call transcribe_video {"document_id":${long.id}}]]`;
  model.setMode("first=20000");
  const sent = await ada.api.multipart(`/chats/${own.id}/messages`, { message_input, is_sync: "false" });
  const task = sent.body.streaming_task_id;
  const state = async () => (await ada.api.get(`/chats/streaming/${task}`)).body;
  await expect.poll(async () => (await state()).reasoning_steps.at(-1)?.description_md).toBe("long.mp4");
  await ada.api.del(`/chats/streaming_response/${task}`);
  await expect.poll(async () => (await state()).status).toBe("cancelled");
  model.setMode("echo");
  expect(await get(long.id)).toMatchObject({ has_transcript: false });
});
