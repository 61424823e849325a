import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { extractAudio } from "@/lib/files/media/service";
import { tryAgain } from "@/lib/llm/models/local/fetching";
import { LOCAL_SPEECH_MODEL } from "@/lib/llm/models/local/registry";
import { findWhisper } from "@/lib/llm/models/local/whisper/whisper";
import { config } from "@/lib/platform/config";
import { getWhisperWeights } from "@/scripts/whisper-weights.mjs";
import { person } from "@/test/client";
import { startModelFiles } from "@/test/fakes/model-files";
import { fixture } from "@/test/files";
import { startServer } from "@/test/server";
import { silence } from "@/test/sound";

// The tests use the real weights of Whisper where these can be downloaded.
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const weights = await getWhisperWeights();
const server = await startServer();
const ada = await person(server.url);
const { TRANSCRIPTION_MODEL, MODELS_DOWNLOAD, MODELS_URL } = config();
const { PATH } = process.env;
const folder = join(config().DATA_DIR, "models", LOCAL_SPEECH_MODEL.name);
const path = join(folder, "ggml-base.bin");
// John F. Kennedy, 20 January 1961: public domain.
const SPEECH = /^And so,? my fellow Americans,? ask not what your country can do for you/;

beforeEach(() => {
  config().TRANSCRIPTION_MODEL = undefined;
  // Hides other engines that are installed on this machine.
  process.env.PATH = "";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  Object.assign(config(), { TRANSCRIPTION_MODEL, MODELS_DOWNLOAD, MODELS_URL });
  process.env.PATH = PATH;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
});

const speech = () => new File([new Uint8Array(fixture("speech.mp3"))], "speech.mp3");
const quiet = () => new File([new Uint8Array(silence(3))], "quiet.wav");
async function speak(file: File, query = "") {
  const chat = (await ada.api.post("/chats", {})).body;
  const { status, body } = await ada.api.multipart(`/chats/${chat.id}/messages/voice${query}`, {
    file: [file],
  });
  return { status, said: body.message?.message ?? body.message };
}

// Returns what the owner of the installation sees on the Status page.
const status = async () => (await ada.api.get("/installation/status")).body.speech_recognition;

// Error message that users see.
const refused = (says: RegExp) => ({ status: 503, said: expect.stringMatching(says) });

test("a recording without the model file is refused with the instruction to get it", async () => {
  expect(await speak(speech())).toEqual(
    refused(/^Recordings cannot be transcribed: .* Put ggml-base.bin into DATA_DIR\/models\/whisper-base/),
  );
  config().TRANSCRIPTION_MODEL = "local:whisper-base";
  expect(await speak(speech())).toEqual(refused(/^Recordings cannot be transcribed\. Put ggml-base.bin/));
  expect((await ada.api.get("/speech")).body).toMatchObject({ transcribes: "none" });
  expect(await status()).toEqual({ model: null, downloads_when_needed: false, awaits: null });
});

test("the model file is downloaded on first use, and an invalid file does not crash the process", async () => {
  const other = Buffer.from("GGUF and more");
  const [file] = LOCAL_SPEECH_MODEL.files;
  const published = { ...file! };
  const hub = await startModelFiles(new Map([[`/${published.path}`, other]]));
  const sha256 = createHash("sha256").update(other).digest("hex");
  try {
    Object.assign(file!, { bytes: other.length, sha256 });
    Object.assign(config(), { MODELS_URL: hub.url, MODELS_DOWNLOAD: true });
    expect((await ada.api.get("/speech")).body).toMatchObject({ transcribes: "none", dictates: true });
    expect(await status()).toEqual({ model: null, downloads_when_needed: true, awaits: null });
    expect(hub.asked.map(({ path }) => path)).not.toContain(`/${published.path}`);
    hub.trouble.status = 503;
    expect(await speak(speech())).toMatchObject({ status: 503 });
    const awaits = { model: "local:whisper-base", problem: expect.stringContaining("status 503") };
    await expect.poll(status).toMatchObject({ model: null, awaits });
    expect(await speak(speech())).toEqual(
      refused(/^Recordings cannot be transcribed yet\. .* will try again later/),
    );
    hub.trouble.status = undefined;
    tryAgain(LOCAL_SPEECH_MODEL);
    expect(await speak(speech())).toEqual(
      refused(/^Recordings cannot be transcribed yet\. Speech recognition is being downloaded: try again/),
    );
    await expect.poll(() => existsSync(path)).toBe(true);
    const damaged = refused(/^Recordings cannot be transcribed: the file of whisper-base is damaged/);
    expect(await speak(speech())).toEqual(damaged);
    if (weights) {
      writeFileSync(path, readFileSync(join(weights, "ggml-base.bin")).subarray(0, 1_000_000));
      expect(await speak(speech())).toEqual(damaged);
    }
  } finally {
    Object.assign(file!, published);
    await hub.close();
  }
});

describe.skipIf(!weights)("Whisper with its file", () => {
  beforeEach(() => symlinkSync(join(weights!, "ggml-base.bin"), path));

  test("transcribes a voice message, and refuses silence", async () => {
    expect(await speak(speech())).toMatchObject({ status: 200, said: expect.stringMatching(SPEECH) });
    expect(await speak(quiet())).toMatchObject({ status: 422 });
    expect(await speak(speech(), "?translate=true")).toMatchObject({
      status: 200,
      said: expect.stringMatching(/fellow Americans/),
    });
    expect(await status()).toMatchObject({ model: "local:whisper-base", awaits: null });
    expect((await ada.api.get("/speech")).body).toMatchObject({
      transcribes: "local",
      transcribes_live: false,
    });
  });

  test("writes what is dictated, without a speech provider", async () => {
    expect((await ada.api.get("/speech")).body).toMatchObject({ dictates: true, transcribes_live: false });
    const dictate = (file: File) => ada.api.multipart("/speech/transcription", { file: [file] });
    expect(await dictate(speech())).toMatchObject({
      status: 200,
      body: { text: expect.stringMatching(SPEECH) },
    });
    expect(await dictate(quiet())).toMatchObject({ status: 200, body: { text: "" } });
  });

  test("returns times to programs and accepts language and prompt", async () => {
    config().TRANSCRIPTION_MODEL = "local:whisper-base";
    const hints = {
      model: "whisper-base",
      language: "en",
      prompt: "Kennedy",
      response_format: "verbose_json",
    };
    const { status, body } = await ada.api.multipart("/openai/audio/transcriptions", {
      ...hints,
      file: [speech()],
    });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("is_draft");
    expect(body.text).toMatch(SPEECH);
    expect(body.duration).toBeGreaterThan(9);
    expect(body.duration).toBeLessThan(11.1);
    expect(body.segments[0].start).toBeLessThan(1);
  });

  test("stops when the caller cancels, and transcribes the next one", async () => {
    const whisper = findWhisper()!;
    const wav = await extractAudio("test/files/speech.mp3", { from: 0, seconds: 11, as: "wav" });
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    const left = whisper.hear(wav, { seconds: 11, signal: stop.signal, onProgress });
    const next = whisper.hear(wav, { seconds: 11 });
    await expect(left).rejects.toThrow("enough");
    expect((await next)[0]!.text).toMatch(SPEECH);
  });
});
