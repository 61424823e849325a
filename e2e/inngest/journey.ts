import { expect } from "vitest";
import { type Client, person, readEvents } from "@/test/client";
import type { ModelServer } from "@/test/fakes/model-server";
import { fixture } from "@/test/files";
import type { Product } from "@/test/product";

const SOON = { timeout: 60_000, interval: 100 };
const film = () => [new File([new Uint8Array(fixture("harbour.webm"))], "harbour.webm")];
const text = (name: string, content: string) => [new File([content], name, { type: "text/plain" })];

export const getState = async (api: Client, task: string) => (await api.get(`/chats/streaming/${task}`)).body;
export const ended = (api: Client, task: string) =>
  expect.poll(async () => (await getState(api, task)).status, SOON).not.toMatch(/queued|running/);

/** Sends a message that is answered asynchronously. */
export async function asked(api: Client, chat: number, message: string): Promise<string> {
  const sent = await api.multipart(`/chats/${chat}/messages`, { message_input: message, is_sync: "false" });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return sent.body.streaming_task_id;
}

export async function filmed(api: Client): Promise<string> {
  const sent = await api.multipart("/video/video-to-text", { file: film(), is_sync: "false" });
  return sent.body.streaming_task_id;
}

/** Exercises every feature that uses background work, and returns the API's responses. */
export async function journey(product: Product, model: ModelServer) {
  model.setMode("echo");
  const { api } = await person(product.url);
  const chat = (await api.post("/chats", { scheduled_jobs_enabled: true })).body.id as number;
  const messages = async () =>
    (await api.get(`/chats/${chat}/messages?size=100`)).body.map(
      ({ user_type, message }: { user_type: string; message: string }) => `${user_type}: ${message}`,
    );

  // Creates a job that becomes due during the rest of the journey.
  const runAt = new Date(Date.now() + 2000).toISOString();
  const job = await api.post(`/chats/${chat}/jobs`, {
    name: "Once",
    prompt: "It is time. [[fake tokens=3]]",
    run_at: runAt,
  });
  expect(job.status, JSON.stringify(job.body)).toBe(201);

  const task = await asked(api, chat, "Where do lighthouse keepers live? [[fake tokens=40 delay=25]]");
  const events = await readEvents(api, `/chats/streaming/${task}`);
  const { status, text: reply } = events.at(-1)!.data;

  const stopped = await asked(api, chat, "[[fake tokens=400 delay=50]]");
  await expect.poll(async () => (await getState(api, stopped)).text, SOON).toContain("w3");
  const calls = model.calls;
  await api.del(`/chats/streaming_response/${stopped}`);
  await ended(api, stopped);
  await expect.poll(() => model.aborted, SOON).toBeGreaterThan(0);

  const [file] = (
    await api.multipart("/documents", { files: text("keepers.txt", "Keepers sleep in the tower at noon.") })
  ).body;
  await expect.poll(async () => (await api.get(`/documents/${file.id}`)).body.status, SOON).toBe("ready");
  const areIndexed = async () =>
    (await api.get(`/chats/${chat}/messages?size=100`)).body.every(
      ({ indexed }: { indexed: boolean }) => indexed,
    );
  await expect.poll(areIndexed, SOON).toBe(true);
  const found = async (query: string) => {
    const { body } = await api.get(`/search?query=${encodeURIComponent(query)}`);
    return JSON.stringify(body);
  };

  const long = Array.from({ length: 4000 }, (_, n) => `Paragraph ${n} of a book about keepers.\n\n`).join("");
  const [book] = (await api.multipart("/documents", { files: text("book.txt", long) })).body;
  const cancelled = await api.post(`/documents/${book.id}/cancel`);
  await expect
    .poll(async () => (await api.get(`/documents/${book.id}`)).body.status, SOON)
    .not.toMatch(/queued|processing/);

  const conversion = await filmed(api);
  await ended(api, conversion);
  const video = await getState(api, conversion);

  model.setMode("first=60000");
  const before = model.calls;
  const unwanted = await filmed(api);
  await expect.poll(() => model.calls, SOON).toBeGreaterThan(before);
  const stop = await api.del(`/chats/streaming_response/${unwanted}`);
  await ended(api, unwanted);
  model.setMode("echo");

  const runs = async () => (await api.get(`/chats/${chat}/jobs/${job.body.id}/runs`)).body;
  await expect
    .poll(async () => (await runs()).map(({ status }: { status: string }) => status), { timeout: 100_000 })
    .toEqual(["completed"]);
  await expect.poll(async () => (await api.get(`/chats/${chat}`)).body.name, SOON).not.toBe("New chat");

  return {
    reply: { status, reply, isStreamed: events.length > 3 },
    stopped: { status: (await getState(api, stopped)).status, isOneCall: model.calls >= calls },
    found: { document: (await found("where keepers sleep")).includes("keepers.txt") },
    cancelled: [cancelled.status, (await api.get(`/documents/${book.id}`)).body.status],
    video: { status: video.status, method: video.method, text: video.text },
    unwanted: [stop.body.status, (await getState(api, unwanted)).status],
    name: (await api.get(`/chats/${chat}`)).body.name,
    messages: (await messages())
      .filter((line: string) => !line.includes("w3") || line.includes("w39"))
      .sort(),
  };
}
