import { stat } from "node:fs/promises";
import { and, eq, isNull } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { videoConversions } from "@/db/schema/videos";
import { config } from "@/lib/platform/config";
import { getLocalCopy } from "@/lib/platform/storage/service";
import { type Client, person } from "@/test/client";
import { fixture } from "@/test/files";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({ VIDEO_MODEL: "openai-compatible:watcher" });
const usual = { ...config() };
afterEach(() => {
  Object.assign(config(), usual);
});
model.setMode("first=30000");

const film = () => new File([new Uint8Array(fixture("harbour.mp4"))], "harbour.mp4");
// Starts a conversion without waiting for its end: the fake model sends nothing until the conversion is stopped.
const convertFor = (api: Client, fields: Record<string, string | File[]> = { file: [film()] }) =>
  api.multipart("/video/video-to-text", { ...fields, is_sync: "false" });
const getOpen = (group: { id: string }) =>
  db()
    .select()
    .from(videoConversions)
    .where(and(eq(videoConversions.groupId, group.id), isNull(videoConversions.finishedAt)));
const stopAll = async (api: Client, group: { id: string }) => {
  for (const { id } of await getOpen(group)) await api.del(`/chats/streaming_response/${id}`);
};

test("a group has at most 20 running conversions, also with concurrent requests", async () => {
  const { api, group } = await person(server.url, "Olga");
  const ask = () => convertFor(api);
  expect((await ask()).status).toBe(202);
  await db().execute(`
    insert into video_conversions (group_id, user_id, kind, file_name, mime_type, storage_key, method)
    select group_id, user_id, kind, file_name, mime_type, gen_random_uuid(), method
    from video_conversions, generate_series(1, 18) where group_id = '${group.id}'`);
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  expect((await ask()).body.message).toMatch(/20 videos in progress/);
  await stopAll(api, group);
});

test("a video counts towards the storage of its group until its conversion ends", async () => {
  const { api, group } = await person(server.url, "Quinn");
  Object.assign(config(), { GROUP_STORAGE_MB: (film().size * 1.5) / 1024 / 1024 });
  const ask = () => convertFor(api);
  const add = () => api.multipart("/documents", { files: [film()] });
  const { body } = await ask();
  for (const refused of [await ask(), await add()]) {
    expect(refused.status).toBe(413);
    expect(refused.body.message).toMatch(/^This group can store/);
  }
  await api.del(`/chats/streaming_response/${body.streaming_task_id}`);
  const added = await add();
  expect(added.status).toBe(201);
  // A document's bytes count toward the quota only once.
  expect((await convertFor(api, { document_id: String(added.body[0].id) })).status).toBe(202);
  expect((await api.multipart("/documents", { files: [new File(["a word"], "a.txt")] })).status).toBe(201);
  await stopAll(api, group);
});

test("a document's file stays for its conversion after the document or chat is deleted", async () => {
  const { api, group } = await person(server.url, "Ada");
  for (const isChat of [false, true]) {
    const chat = (await api.post("/chats", {})).body;
    const fields = { chat_id: String(chat.id), files: [film()] };
    const [{ id: document_id }] = (await api.multipart("/documents", fields)).body;
    const asked = await convertFor(api, { document_id: String(document_id) });
    expect(asked.status).toBe(202);
    const [open] = await getOpen(group);
    const { path } = await getLocalCopy(open!.storageKey);
    expect((await api.del(isChat ? `/chats/${chat.id}` : `/documents/${document_id}`)).status).toBe(200);
    expect((await stat(path)).size).toBe(film().size);
    await stopAll(api, group);
    await expect.poll(() => stat(path).catch(() => "gone")).toBe("gone");
  }
});
