import { afterAll, beforeEach, expect, test } from "vitest";
import { startImageServer } from "@/test/fakes/image-server";
import { setEnvironment } from "@/test/renewal";
import { makePicture } from "./image-generation";
import type { Connection } from "./types";

/** Covers requests for images to each provider, and their invalid responses. */
setEnvironment({ ALLOW_PRIVATE_ADDRESSES: "127.0.0.1" });
const images = await startImageServer();
afterAll(() => images.close());
beforeEach(() => {
  images.mode = "picture";
  images.asked.length = 0;
});

const connections: Connection[] = [
  { provider: "openai", apiKey: "open-key", baseUrl: `${images.url}/v1` },
  { provider: "openai-compatible", baseUrl: `${images.url}/v1` },
  { provider: "google", apiKey: "google-key", baseUrl: `${images.url}/v1beta` },
];
const MODELS = ["openai:gpt-image-1", "openai-compatible:flux", "google:gemini-3-pro-image"];
const signal = new AbortController().signal;
const make = (model: string, more: object = {}) =>
  makePicture(model, connections, { prompt: "A red lighthouse", pictures: [], ...more }, signal);

test("each provider receives its own request format, for a new picture and for an edit", async () => {
  for (const model of MODELS) {
    const made = await make(model, { shape: "landscape" });
    expect(made).toMatchObject({ mimeType: "image/png" });
    await make(model, { pictures: [{ bytes: made.bytes, mimeType: made.mimeType }] });
  }
  const [openai, edit, compatible, , google, changed] = images.asked;
  expect(openai).toMatchObject({ path: "/v1/images/generations", key: "Bearer open-key" });
  expect(JSON.parse(openai!.body)).toMatchObject({
    model: "gpt-image-1",
    prompt: "A red lighthouse",
    size: "1536x1024",
    n: 1,
  });
  expect(edit!.path).toBe("/v1/images/edits");
  expect(edit!.body).toMatch(/name="image"[\s\S]*\u0089PNG/);
  expect(compatible).toMatchObject({ path: "/v1/images/generations" });
  expect(google).toMatchObject({
    path: "/v1beta/models/gemini-3-pro-image:generateContent",
    key: "google-key",
  });
  expect(JSON.parse(google!.body).generationConfig.imageConfig).toEqual({ aspectRatio: "3:2" });
  expect(JSON.parse(changed!.body).contents[0].parts[1].inlineData.mimeType).toBe("image/png");

  images.mode = "url";
  expect(await make("openai-compatible:flux")).toMatchObject({
    width: 64,
    tokens: { input: 10, output: 1000 },
  });
  await expect(makePicture(MODELS[0]!, [], { prompt: "x", pictures: [] }, signal)).rejects.toThrow(
    "isn't connected",
  );
  await expect(make("anthropic:claude")).rejects.toThrow("isn't connected");
});

test("refusals, invalid data and errors have messages", async () => {
  const rubbish = /sent something that is no picture/;
  const answers = {
    refused: /refused to make this picture: it may be against its rules/,
    rubbish,
    broken: rubbish,
    program: rubbish,
    page: rubbish,
    401: /refused the API key/,
    404: /does not know this model or address/,
    429: /is busy/,
    500: /failed \(status 500\)/,
  };
  for (const [mode, says] of Object.entries(answers))
    for (const model of MODELS) {
      images.mode = (Number(mode) || mode) as typeof images.mode;
      await expect(make(model), `${model}, ${mode}`).rejects.toThrow(says);
    }
});
