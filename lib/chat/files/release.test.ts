import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { transaction } from "@/db/transaction";
import { storeFile } from "@/lib/platform/storage/service";
import { meters } from "@/lib/platform/telemetry/meters";
import { person } from "@/test/client";
import { startServer } from "@/test/server";
import { recordFiles, release, storeUnrecordedFile } from "./service";

const server = await startServer();
afterAll(() => server.close());

const upload = () => storeFile(Readable.from([Buffer.from("some text")]));
const inStorage = (key: string) =>
  readdirSync(join(process.env.DATA_DIR!, "files"), { recursive: true }).some((path) =>
    String(path).endsWith(key),
  );
const { api, group } = await person(server.url);
const owner = { groupId: group.id, userId: null };
const uploads = () => readdirSync(join(process.env.DATA_DIR!, "uploads"));

// Counts statements. Takes the minimum of several runs, because background work adds statements.
async function countStatements<T>(prepare: () => Promise<T>, run: (prepared: T) => Promise<unknown>) {
  const counts: number[] = [];
  for (let n = 0; n < 5; n++) {
    const prepared = await prepare();
    const before = meters.statements.total();
    await run(prepared);
    counts.push(meters.statements.total() - before);
  }
  return Math.min(...counts);
}

test("release sends no statement for files that all have rows", async () => {
  const keep = async () => {
    const files = [await upload(), await upload()];
    for (const file of files) await storeUnrecordedFile(file);
    await transaction(() => recordFiles(owner, files));
    return files;
  };
  await expect
    .poll(() =>
      countStatements(keep, async (files) => {
        await release(files);
        expect(files.map(({ key }) => inStorage(key))).toEqual([true, true]);
      }),
    )
    .toBe(0);
  expect(uploads()).toEqual([]);
});

test("release sends no statement for uploads that never reached storage", async () => {
  await expect.poll(() => countStatements(upload, (file) => release([file]))).toBe(0);
  expect(uploads()).toEqual([]);
});

test("release deletes files of a failed transaction and queries for them only", async () => {
  const named = await upload();
  const lost = await upload();
  for (const file of [named, lost]) await storeUnrecordedFile(file);
  await transaction(() => recordFiles(owner, [named]));
  const failed = transaction(async () => {
    await recordFiles(owner, [lost]);
    throw new Error("no room");
  });
  await expect(failed).rejects.toThrow("no room");
  await release([named, lost]);
  expect([inStorage(named.key), inStorage(lost.key)]).toEqual([true, false]);
});

test("release keeps a file that a row refers to, although it was not recorded", async () => {
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
  await api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "x",
    files: [new File(["x"], "a.txt")],
  });
  const before = readdirSync(join(process.env.DATA_DIR!, "files"), { recursive: true }).map(String);
  const key = before.map((path) => path.split("/").pop()!).find((name) => /^[0-9a-f-]{36}$/.test(name))!;
  await release([{ key }]);
  expect(inStorage(key)).toBe(true);
});

test("a message with a file leaves no upload behind", async () => {
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body;
  const files = [new File(["first"], "first.txt")];
  expect((await api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", files })).status).toBe(200);
  const [message] = (await api.get(`/chats/${chat.id}/messages`)).body;
  expect(message.message_attachments).toEqual([expect.objectContaining({ file_name: "first.txt" })]);
  expect(uploads()).toEqual([]);
});
