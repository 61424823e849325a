import { afterEach, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { spokenTexts } from "@/test/fakes/speech";
import { startServerWithModel } from "@/test/server-with-model";

const { model, server } = await startServerWithModel({
  OPENAI_API_KEY: "sk-of-the-server",
  TRANSCRIPTION_MODEL: "openai:whisper-1",
  SPEECH_MODEL: "openai:gpt-4o-mini-tts",
  SPEECH_VOICE: "coral",
});
afterEach(() => {
  model.setMode("echo");
  config().TRANSCRIPTION_MODEL = "openai:whisper-1";
  config().SPEECH_MODEL = "openai:gpt-4o-mini-tts";
});
const ada = await person(server.url);
const hear = (text: string) =>
  ada.api.multipart("/speech/transcription", { file: [new File([`ID3\x04 says:${text}`], "blob")] });
const speak = (text: string, api = ada.api) =>
  fetch(`${server.url}/api/v1/speech/audio`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: api.authorization! },
    body: JSON.stringify({ text }),
  });

test("speech abilities follow from the connected models", async () => {
  const abilities = async () => (await ada.api.get("/speech")).body;
  expect(await abilities()).toEqual({
    transcribes: "provider",
    transcribes_live: true,
    dictates: true,
    speaks: true,
  });
  config().TRANSCRIPTION_MODEL = "none";
  config().SPEECH_MODEL = undefined;
  expect(await abilities()).toEqual({
    transcribes: "none",
    transcribes_live: false,
    dictates: false,
    speaks: false,
  });
});

test("a few seconds are transcribed, silence has no text, and nothing is stored", async () => {
  expect(await hear("Where is")).toMatchObject({ status: 200, body: { text: "Where is" } });
  expect(await hear("[BLANK_AUDIO]")).toMatchObject({ status: 200, body: { text: "" } });
  model.setMode("500");
  expect((await hear("hello")).status).toBe(502);
  config().TRANSCRIPTION_MODEL = "none";
  expect((await hear("hello")).status).toBe(503);
  expect((await ada.api.get("/documents")).body).toEqual([]);
});

test("a text is spoken by the provider once within ten minutes, and counted", async () => {
  const before = spokenTexts.length;
  const first = await speak("Der Hafen ist hier.");
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  const sound = Buffer.from(await first.arrayBuffer());
  expect(sound.toString("latin1", 0, 4)).toBe("RIFF");
  expect(Buffer.from(await (await speak("Der Hafen ist hier.")).arrayBuffer()).equals(sound)).toBe(true);
  const told = { model: "gpt-4o-mini-tts", voice: "coral", input: "Der Hafen ist hier." };
  expect(spokenTexts.slice(before)).toMatchObject([told]);
  const { body } = await ada.api.get(`/usage?by=kind`);
  expect(JSON.stringify(body)).toContain('"speech"');
  // The cache is separate per group.
  await (await speak("Der Hafen ist hier.", (await person(server.url, "Otto Other")).api)).arrayBuffer();
  expect(spokenTexts.length).toBe(before + 2);
});

test.each([
  ["500", 502, "The speech server failed (status 500)."],
  ["401", 502, "The speech server refused the API key."],
  ["html", 502, "The speech server sent something that is no sound."],
])("a provider failure (%s) returns %i", async (mode, status, message) => {
  model.setMode(mode);
  const answer = await speak(`Not yet spoken: ${mode}`);
  expect([answer.status, (await answer.json()).message]).toEqual([status, message]);
});

test("speech without a model or with too much text is refused with a message", async () => {
  expect((await speak("x".repeat(1001))).status).toBe(422);
  expect((await speak("  ")).status).toBe(422);
  config().SPEECH_MODEL = undefined;
  const answer = await speak("hello");
  expect([answer.status, (await answer.json()).message]).toEqual([
    503,
    "Replies cannot be read aloud: SPEECH_MODEL is not set.",
  ]);
});
