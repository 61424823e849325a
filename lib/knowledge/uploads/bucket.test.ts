import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sweepFiles } from "@/lib/chat/files/service";
import { sweepUploads } from "@/lib/platform/storage/service";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startS3Server } from "@/test/fakes/s3-server";
import { startServer } from "@/test/server";

const s3 = await startS3Server();
Object.assign(process.env, s3.settings);
const server = await startServer();
afterAll(async () => {
  await server.close();
  await s3.close();
});
const ada = await person(server.url);
const max = await colleague(server.url, ada.group, "Max Member");
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
const path = `/chats/${chat.id}/messages`;

const kept = () => [...s3.objects.keys()].filter((name) => name.startsWith("files/"));
const waiting = () => [...s3.objects.keys()].filter((name) => name.startsWith("uploads/"));
const newest = async () => {
  // Indexing runs in the background, so its state is ignored.
  const { indexed: _, ...message } = (await ada.api.get(`${path}?size=100`)).body.at(-1);
  return message;
};
const send = (fields: Record<string, string | File[]>, headers = {}) =>
  ada.api.multipart(path, { message_input: "see", is_sync: "false", ...fields }, headers);
const text = (content: string, name = "a.txt") => new File([content], name);

describe("files of messages", () => {
  test("are stored in the bucket and downloaded whole and in ranges", async () => {
    expect((await send({ files: [text("0123456789"), text("second", "b.txt")] })).status).toBe(200);
    expect(kept()).toHaveLength(2);
    const [{ document_id: id }] = (await newest()).message_attachments;
    const at = `/documents/${id}/content`;
    expect((await ada.api.get(at)).body).toBe("0123456789");
    expect(await ada.api.get(at, { range: "bytes=2-4" })).toMatchObject({ status: 206, body: "234" });
    await expect.poll(async () => (await ada.api.get(`/documents/${id}`)).body.status).toBe("ready");
    expect((await ada.api.get(`/documents/${id}/text`)).body.text).toBe("0123456789");
  });

  test("are not stored when the request fails, and are deleted with their chat", async () => {
    const before = kept();
    expect((await send({ files: [text("a")], replying_to_message_id: "999999" })).status).toBe(404);
    expect((await send({ files: [text("a"), text("b", "b.exe")] })).status).toBe(415);
    expect(kept()).toEqual(before);
    const other = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    await ada.api.multipart("/documents", { chat_id: other.uuid, files: [text("a")] });
    expect(kept()).toHaveLength(before.length + 1);
    await ada.api.del(`/chats/${other.id}`);
    expect(kept()).toEqual(before);
  });

  test("are deleted from the bucket before the answer to the deletion, unless a copy shares them", async () => {
    const before = kept();
    const [document] = (await ada.api.multipart("/documents", { files: [text("to go")] })).body;
    expect(kept()).toHaveLength(before.length + 1);
    expect((await ada.api.del(`/documents/${document.id}`)).status).toBe(200);
    expect(kept()).toEqual(before);
    const other = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
    const [shared] = (await ada.api.multipart("/documents", { files: [text("shared")] })).body;
    const copy = (await ada.api.post(`/documents/${shared.id}/copy`, { chat_id: other.id })).body;
    expect((await ada.api.del(`/documents/${shared.id}`)).status).toBe(200);
    expect((await ada.api.get(`/documents/${copy.id}/content`)).body).toBe("shared");
    expect((await ada.api.del(`/documents/${copy.id}`)).status).toBe(200);
    expect(kept()).toEqual(before);
  });

  test("wait for a busy bucket; an unreachable one causes a 503 with a message, and nothing is stored", async () => {
    s3.refuse(503);
    expect((await send({ files: [text("patient")] })).status).toBe(200);
    const before = await newest();
    s3.refuse(500, (method) => method === "PUT", 3);
    const { status, body } = await send({ files: [text("lost")] });
    expect([status, body.message]).toEqual([503, expect.stringMatching(/storage of files does not answer/)]);
    expect(await newest()).toEqual(before);
    expect((await ada.api.get("/health/ready")).body.storage).toBe(true);
  });

  test("are swept once they are old, if their deletion failed or nothing refers to them", async () => {
    const [document] = (await ada.api.multipart("/documents", { files: [text("left")] })).body;
    s3.refuse(500, (method) => method === "DELETE", 3);
    const count = kept().length;
    await ada.api.del(`/documents/${document.id}`);
    expect(kept()).toHaveLength(count);
    await sweepFiles();
    expect(kept()).toHaveLength(count);
    for (const file of s3.objects.values()) file.modifiedAt = new Date(Date.now() - 2 * 3_600_000);
    await sweepFiles();
    expect(kept()).toHaveLength(count - 1);
  });
});

describe("a direct upload", () => {
  type Started = { upload_id: string; url: string; method: string; headers: Record<string, string> };
  const start = async (content: string, name = "direct.txt", more = {}, by = ada): Promise<Started> => {
    const { status, body } = await by.api.post("/uploads", {
      file_name: name,
      size: Buffer.byteLength(content),
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const put = ({ url, method, headers }: Started, body: string) => fetch(url, { method, headers, body });
  async function uploaded(content: string, name?: string, more?: object, by = ada): Promise<string> {
    const started = await start(content, name, more, by);
    expect((await put(started, content)).status).toBe(200);
    return started.upload_id;
  }
  let before: string[];
  beforeEach(() => {
    before = kept();
  });

  test("is attached to a message like a file of the request", async () => {
    expect((await ada.api.get("/uploads")).body.direct).toBe(true);
    const ids = [await uploaded("one", "eins.txt"), await uploaded("two", "zwei.txt")];
    expect((await send({ upload_ids: ids.join(","), files: [text("three", "drei.txt")] })).status).toBe(200);
    const { message_attachments: files } = await newest();
    expect(files.map(({ file_name }: { file_name: string }) => file_name)).toEqual([
      "drei.txt",
      "eins.txt",
      "zwei.txt",
    ]);
    expect((await ada.api.get(`/documents/${files[1].document_id}/content`)).body).toBe("one");
    expect([kept().length, waiting()]).toEqual([before.length + 3, []]);
  });

  test("becomes a document after the usual checks, and only once", async () => {
    const id = await uploaded("a plan", "plan.md");
    expect((await ada.api.multipart("/documents", { upload_ids: id })).body[0].file_name).toBe("plan.md");
    const again = await ada.api.multipart("/documents", { upload_ids: id });
    expect([again.status, again.body.detail[0]]).toEqual([
      422,
      expect.objectContaining({ loc: ["body", "upload_ids"], msg: expect.stringMatching(/Upload it again/) }),
    ]);
    const program = await uploaded("MZ", "program.exe");
    expect((await send({ upload_ids: program })).status).toBe(415);
    expect(kept()).toHaveLength(before.length + 1);
  });

  test("is accepted only from its uploader, complete, with the announced size and within the limit", async () => {
    const id = await uploaded("mine");
    const theirs = await max.api.multipart("/documents", { upload_ids: id });
    expect(theirs.status).toBe(422);
    expect((await send({ upload_ids: `${id},${id}` })).status).toBe(422);
    expect((await send({ upload_ids: `${id.slice(0, -2)}xx` })).status).toBe(422);
    expect((await send({ upload_ids: (await start("never put")).upload_id })).status).toBe(422);
    expect((await put(await start("12345"), "123456")).status).toBe(403);
    const other = await uploaded("bytes", "a.txt", { sha256: "0".repeat(64) });
    expect((await send({ upload_ids: other })).body.detail[0].msg).toMatch(/not the one that was announced/);
    const large = await ada.api.post("/uploads", { file_name: "large.mov", size: 50 * 1024 * 1024 + 1 });
    expect([large.status, large.body.message]).toEqual([413, "The file large.mov is larger than 50 MB."]);
    const eleven = await Promise.all(Array.from({ length: 11 }, () => start("x")));
    const ids = eleven.map(({ upload_id }) => upload_id).join(",");
    expect((await send({ upload_ids: ids })).body.message).toMatch(/at most 10 files/);
    expect(kept()).toEqual(before);
    expect((await send({ upload_ids: id })).status).toBe(200);
  });

  test("counts as the same request when it is uploaded again under the same idempotency key", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const first = await send({ upload_ids: await uploaded("once") }, headers);
    const second = await send({ upload_ids: await uploaded("once") }, headers);
    expect(second.body.user_message_id).toBe(first.body.user_message_id);
    expect(kept()).toHaveLength(before.length + 1);
  });

  test("counts as the same request when the idempotency key repeats its consumed id", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const upload_ids = await uploaded("used up");
    const first = await send({ upload_ids }, headers);
    const second = await send({ upload_ids }, headers);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(kept()).toHaveLength(before.length + 1);
    const others = await send({ upload_ids: await uploaded("another") }, headers);
    expect([others.status, others.body.detail[0].loc]).toEqual([422, ["header", "Idempotency-Key"]]);
    expect((await send({ upload_ids }, { "idempotency-key": crypto.randomUUID() })).status).toBe(422);
  });

  test("is deleted when no request has named it within an hour", async () => {
    const id = await uploaded("forgotten");
    expect(waiting().length).toBeGreaterThan(0);
    await sweepUploads();
    expect(waiting().length).toBeGreaterThan(0);
    for (const file of s3.objects.values()) file.modifiedAt = new Date(Date.now() - 3_700_000);
    await sweepUploads();
    expect(waiting()).toEqual([]);
    expect((await send({ upload_ids: id })).status).toBe(422);
  });
});
