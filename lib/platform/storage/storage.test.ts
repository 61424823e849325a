import { createHash } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "@/lib/platform/config";
import { startS3Server } from "@/test/fakes/s3-server";
import { createBucketStore, directUploads, getBucket } from "./bucket";
import { createDiskStore } from "./disk";
import { toStorageError } from "./errors";
import type { Store } from "./store";

const s3 = await startS3Server({ pageSize: 2 });
afterAll(() => s3.close());
const folder = await mkdtemp(join(tmpdir(), "parley-storage-"));
const settings = (more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, ...s3.settings, ...more });
const bucket = getBucket(settings())!;

const stores: [string, Store][] = [
  ["a folder", createDiskStore(join(folder, "files"))],
  ["a bucket", createBucketStore(bucket)],
];

describe.each(stores)("files in %s", (_, store) => {
  const keys = new Set<string>();
  async function put(content: string): Promise<string> {
    const key = crypto.randomUUID();
    const path = join(folder, key);
    await writeFile(path, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    await store.put({ key, size: Buffer.byteLength(content), sha256 }, path);
    keys.add(key);
    return key;
  }
  const read = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await store.open(key, range))).toString();
  async function listed() {
    const all: { key: string; modifiedAt: Date }[] = [];
    for await (const batch of store.list()) all.push(...batch);
    return all;
  }

  test("are read back whole and in ranges", async () => {
    await store.check();
    const key = await put("0123456789 ünï");
    expect(await read(key)).toBe("0123456789 ünï");
    expect(await read(key, { start: 2, end: 4 })).toBe("234");
    expect(await read(await put(""))).toBe("");
    const large = "x".repeat(3_000_000);
    expect(await read(await put(large))).toBe(large);
  });

  test("are all listed with their age", async () => {
    while (keys.size < 5) await put("more");
    const all = await listed();
    expect(all.map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const { modifiedAt } of all)
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000);
  });

  test("are not found after their deletion", async () => {
    const key = await put("going");
    await store.delete(key);
    await store.delete(key);
    keys.delete(key);
    await expect(store.open(key)).rejects.toMatchObject({ kind: "not_found" });
    expect((await listed()).some((file) => file.key === key)).toBe(false);
  });
});

describe("a bucket", () => {
  test("is retried while it is busy, and fails with a message when it stays busy", async () => {
    const store = createBucketStore(bucket);
    s3.refuse(503);
    await store.check();
    s3.refuse(500, undefined, 3);
    await expect(store.check()).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/storage of files does not answer/),
    });
  });

  test("that refuses our key is unavailable to callers, and the log gives the reason", async () => {
    const store = createBucketStore({ ...bucket, secretAccessKey: "another" });
    await expect(store.check()).rejects.toMatchObject({ kind: "unavailable" });
    await expect(store.delete(crypto.randomUUID())).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("accepts exactly the file that a presigned address is for, until it expires", async () => {
    const key = crypto.randomUUID();
    const put = (url: string, body: string) => fetch(url, { method: "PUT", body });
    const url = await directUploads.address(bucket, key, { size: 5, seconds: 60 });
    expect((await put(url, "123456")).status).toBe(403);
    expect((await put(url.replace(key, crypto.randomUUID()), "12345")).status).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect((await put(url, "12345")).status).toBe(200);
    expect((await buffer(await directUploads.open(bucket, key))).toString()).toBe("12345");
    const past = await directUploads.address(bucket, key, { size: 5, seconds: -1 });
    expect((await put(past, "54321")).status).toBe(403);
    await directUploads.delete(bucket, key);
    await expect(directUploads.open(bucket, key)).rejects.toMatchObject({ kind: "not_found" });
  });

  test("is addressed by path or by host name, and by its public endpoint", () => {
    const at = (more: Record<string, string>) => getBucket(settings(more))!;
    expect(at({}).url).toBe(`${s3.url}/parley-files`);
    expect(at({ S3_PATH_STYLE: "no", S3_ENDPOINT: "https://s3.example.com/" }).url).toBe(
      "https://parley-files.s3.example.com",
    );
    expect(at({ S3_PUBLIC_ENDPOINT: "https://files.example.com" })).toMatchObject({
      url: `${s3.url}/parley-files`,
      publicUrl: "https://files.example.com/parley-files",
    });
    expect(() => settings({ S3_SECRET_ACCESS_KEY: "" })).toThrow(/S3_BUCKET needs/);
  });
});

test("a full disk is reported in a message", async () => {
  const full = Object.assign(new Error("write"), { code: "ENOSPC" });
  expect(toStorageError(full)).toMatchObject({ kind: "unavailable", message: expect.stringMatching(/full/) });
});
