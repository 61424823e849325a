import { afterAll, expect, test } from "vitest";
import { person } from "@/test/client";
import { startS3Server } from "@/test/fakes/s3-server";
import { startServer } from "@/test/server";

// A bucket that accepts connections but neither reads nor responds.
const s3 = await startS3Server();
const SECONDS = 3;
Object.assign(process.env, s3.settings, { S3_STALL_SECONDS: String(SECONDS) });
const server = await startServer();
afterAll(async () => {
  await server.close();
  await s3.close();
});
const ada = await person(server.url);
const add = (size: number) =>
  ada.api.multipart("/documents", { files: [new File(["x".repeat(size)], "a.txt")] });
const ready = async () => {
  const { status, body } = await ada.api.get("/health/ready");
  return [status, body.status, body.storage];
};

test("a silent bucket times out after S3_STALL_SECONDS with a message, and other requests work", async () => {
  const [{ id }] = (await add(10)).body;
  expect(await ready()).toEqual([200, "ok", true]);
  s3.fallSilent();
  const began = performance.now();
  const reading = [ada.api.get(`/documents/${id}/content`), add(10), add(20_000_000)];
  const first = await Promise.race([ready().then(() => "the probe"), ...reading]);
  expect(first).toBe("the probe");
  for (const { status, body } of await Promise.all(reading))
    expect([status, body.message]).toEqual([503, expect.stringMatching(/storage of files does not answer/)]);
  expect(performance.now() - began).toBeGreaterThan(SECONDS * 900);
  await expect.poll(ready).toEqual([200, "degraded", false]);
  expect((await ada.api.post("/chats", { name: "Meanwhile" })).status).toBe(200);
  s3.fallSilent(false);
  await expect.poll(ready).toEqual([200, "ok", true]);
  expect((await ada.api.get(`/documents/${id}/content`)).body).toBe("x".repeat(10));
  expect((await add(10)).status).toBe(201);
});
