import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@/test/client";
import { smallDisk } from "@/test/disk";
import { startS3Server } from "@/test/fakes/s3-server";
import { expect, test } from "@/test/test";
import type { Acknowledged } from "./invariant";
import { newChat, withCluster } from "./people";

const MB = 1024 * 1024;

/** Sends a message with a file; retries use the same `key`. */
function upload(api: Client, chat: number, text: string, key: string, bytes = 300_000) {
  const files = [new File([text.padEnd(bytes, ".")], "a.txt", { type: "text/plain" })];
  return api.multipart(
    `/chats/${chat}/messages`,
    { message_input: text, is_sync: "true", files },
    { "idempotency-key": key },
  );
}

/**
 * Makes storage unwritable for a while. Uploads must fail with a message and leave nothing behind, messages without
 * files must work, and the same requests must succeed afterwards.
 */
async function expectToWeather(
  api: Client,
  fault: { begins: () => void; ends: () => void; says: RegExp },
): Promise<Map<number, Acknowledged>> {
  const chat = await newChat(api);
  const sent: Acknowledged = new Map();
  const keep = async (text: string, key: string = randomUUID()) => {
    const answer = await upload(api, chat, text, key);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    sent.set(text, answer.body.user_message_id);
  };
  const counts = async () => {
    const { documents_count } = (await api.get(`/chats/${chat}`)).body;
    return [documents_count, (await api.get(`/chats/${chat}/messages`)).body.length];
  };
  await keep("before");
  const before = await counts();
  fault.begins();
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  for (const [n, key] of keys.entries()) {
    const refused = await upload(api, chat, `meanwhile ${n}`, key);
    expect(refused.status, JSON.stringify(refused.body)).toBe(503);
    expect(refused.body.message).toMatch(fault.says);
  }
  expect(await counts()).toEqual(before);
  const text = "without a file";
  const plain = await api.multipart(`/chats/${chat}/messages`, { message_input: text, is_sync: "true" });
  expect(plain.status).toBe(200);
  sent.set(text, plain.body.user_message_id);
  expect((await api.get("/health/ready")).status).not.toBe(500);
  fault.ends();
  for (const [n, key] of keys.entries()) await keep(`meanwhile ${n}`, key);
  expect((await api.get(`/chats/${chat}`)).body.documents_count).toBe(4);
  return new Map([[chat, sent]]);
}

test("messages survive a temporarily missing file folder", async ({ model }) => {
  test.setTimeout(120_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async ({ dataDir }, api) => {
    const [folder, away] = [join(dataDir, "files"), join(dataDir, "files.away")];
    return expectToWeather(api, {
      // Replaces the folder instead of changing its permissions, which do not apply to root.
      begins: () => {
        renameSync(folder, away);
        writeFileSync(folder, "");
      },
      ends: () => {
        rmSync(folder);
        renameSync(away, folder);
      },
      says: /storage of files does not answer/,
    });
  });
});

test("messages survive a bucket that temporarily answers 500", async ({ model }) => {
  test.setTimeout(120_000);
  const bucket = await startS3Server();
  try {
    const env = { OPENAI_BASE_URL: model.url, ...bucket.settings, ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" };
    const kept = () => [...bucket.objects.keys()].map((name) => name.split("/").at(-1)!);
    await withCluster({ env, files: kept }, (_, api) =>
      expectToWeather(api, {
        begins: () => bucket.refuse(500, () => true, 1000),
        ends: bucket.accept,
        says: /storage of files does not answer/,
      }),
    );
  } finally {
    await bucket.close();
  }
});

test("messages survive a temporarily full disk of the data folder", async ({ model }) => {
  test.setTimeout(120_000);
  const disk = smallDisk(8 * MB);
  test.skip(disk === undefined, "it mounts a small disk, which takes the rights of root");
  try {
    await withCluster({ env: { OPENAI_BASE_URL: model.url }, dataDir: disk!.folder }, (_, api) =>
      expectToWeather(api, { begins: disk!.fill, ends: disk!.makeRoom, says: /storage of files is full/ }),
    );
  } finally {
    disk!.remove();
  }
});
