import { Readable } from "node:stream";
import { afterAll, afterEach, expect, test } from "vitest";
import { prepareVideo } from "@/lib/llm/models/video";
import { person } from "@/test/client";
import { startGoogleModels } from "@/test/fakes/google-models";
import { fixture } from "@/test/files";
import { startServer } from "@/test/server";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const google = await startGoogleModels();
const server = await startServer();
afterAll(async () => {
  await server.close();
  await google.close();
});

afterEach(() => google.setBecomes("ACTIVE"));

const ada = await person(server.url);
await ada.api.put("/models/connections/google", { api_key: "google-key", base_url: google.url });

// Pads the film to any size with a `free` box, which players skip (ISO 14496-12, 8.1.2).
function film(padding = 0): File {
  const box = Buffer.alloc(padding);
  if (padding > 0) {
    box.writeUInt32BE(padding, 0);
    box.write("free", 4);
  }
  return new File([new Uint8Array(fixture("harbour.mp4")), box], "harbour.mp4");
}
const analyze = (file: File) => ada.api.multipart("/video/analyze", { file: [file] });

test("a small video is sent in the request", async () => {
  const { status, body } = await analyze(film());
  expect([status, body]).toEqual([200, '["inline video/mp4","text"]']);
});

test("a large video is uploaded to Google first, and deleted afterwards", async () => {
  const large = film(16 * 1024 * 1024);
  const { status, body } = await analyze(large);
  expect([status, body]).toEqual([200, `["file video/mp4 of ${large.size} bytes","text"]`]);
  expect(google.deleted).toEqual(["files/video1"]);
});

const MB = 1024 * 1024;
function shown(apiKey: string, signal: AbortSignal) {
  const source = Readable.from(Array.from({ length: 16 }, () => Buffer.alloc(MB)));
  const file = { mediaType: "video/mp4", size: 16 * MB, open: async () => source };
  const id = "google:gemini";
  const model = { provider: "google", connection: "google", id, label: "Gemini", builtin: false };
  const connection = { provider: "google", apiKey, baseUrl: google.url };
  return {
    source,
    video: prepareVideo({ ...model, sees: true } as never, [connection as never], file, signal),
  };
}

test("an upload to Google is deleted when it is unreadable or its caller aborts", async () => {
  const before = google.deleted.length;
  google.setBecomes("FAILED");
  const failed = shown("google-key", AbortSignal.timeout(20_000));
  await expect(failed.video).rejects.toThrow("cannot read this video");
  expect(google.deleted.length).toBe(before + 1);
  google.setBecomes("PROCESSING");
  const [stop, looks] = [new AbortController(), google.looks()];
  const stopped = expect(shown("google-key", stop.signal).video).rejects.toThrow("nobody waits");
  await expect.poll(google.looks).toBeGreaterThan(looks);
  stop.abort(new Error("nobody waits"));
  await stopped;
  expect(google.deleted.length).toBe(before + 2);
});

test("an upload that Google refuses closes the file", async () => {
  const { source, video } = shown("wrong", AbortSignal.timeout(20_000));
  await expect(video).rejects.toThrow("refused the API key");
  expect(source.destroyed).toBe(true);
});

test("an error of Google is the reason when no other model can read the video", async () => {
  const { api } = await person(server.url, "Eva");
  await api.put("/models/connections/google", { api_key: "wrong", base_url: google.url });
  const { status, body } = await api.multipart("/video/analyze", { file: [film()] });
  expect([status, body.message]).toEqual([502, "Google refused the API key."]);
});

test("a video without any capable model returns 503, and nothing is stored", async () => {
  const { api } = await person(server.url, "Nora");
  const { status, body } = await api.multipart("/video/analyze", { file: [film()] });
  expect([status, body.message]).toEqual([503, expect.stringMatching(/^No connected model can read images/)]);
});
