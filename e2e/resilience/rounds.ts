import { randomInt, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { type Client, client, person, readEvents } from "@/test/client";
import type { Product } from "@/test/process";

export type Message = {
  id: number;
  user_type: string;
  message: string;
  replying_to_message: { id: number } | null;
  extra: { error?: unknown } | null;
};

/** Creates a client with a long-lived token, and a chat. */
export async function writer(product: Product) {
  const someone = await person(product.url);
  const { token } = (await someone.api.post("/users/me/api-tokens", { name: "faults" })).body;
  const api = client(product.url, `Token ${token}`);
  const chat = (await api.post("/chats", { virtual_assistant_id: null })).body.id as number;
  const send = (text: string) => api.multipart(`/chats/${chat}/messages`, { message_input: text });
  return { email: someone.email, api, chat, send, texts: () => listTexts(api, chat) };
}
export async function listTexts(api: Client, chat: number): Promise<string[]> {
  const all: { id: number; message: string }[] = [];
  for (let before = ""; ; before = `&message_id=${all[0]!.id}`) {
    const page = (await api.get(`/chats/${chat}/messages?size=100${before}`)).body;
    all.unshift(...page);
    if (page.length < 100) return all.map(({ message }) => message);
  }
}

/**
 * Kills the process at random moments around a reply and restarts it. Afterwards every acknowledged message must
 * exist once, with one reply that is complete or failed with a message.
 */
export async function surviveKills(product: Product, rounds: number): Promise<void> {
  const someone = await person(product.url);
  const token = (await someone.api.post("/users/me/api-tokens", { name: "crash" })).body.token;
  const api = client(product.url, `Token ${token}`);
  const chat = (await api.post("/chats", { name: "Crash" })).body;
  const sent: { text: string; key: string; id?: number; task?: string }[] = [];

  for (let round = 0; round < rounds; round++) {
    const text = `round ${round} [[fake tokens=30 delay=10]]`;
    const message: (typeof sent)[number] = { text, key: randomUUID() };
    sent.push(message);
    const isSync = round % 3 === 2;
    const sending = api
      .multipart(
        `/chats/${chat.id}/messages`,
        { message_input: text, is_sync: String(isSync) },
        { "idempotency-key": message.key },
      )
      .then(({ body }) => {
        message.id = body.user_message_id;
        message.task = body.streaming_task_id ?? undefined;
      })
      .catch(() => {
        // Not acknowledged, so it may or may not be stored. It is sent again below with the same key.
      });
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 450)));
    await product.kill();
    await sending;
    await product.start();
  }

  // Retries unanswered requests, like a client.
  for (const message of sent) {
    const again = await api.multipart(
      `/chats/${chat.id}/messages`,
      { message_input: message.text, is_sync: String(sent.indexOf(message) % 3 === 2) },
      { "idempotency-key": message.key },
    );
    expect(again.status).toBe(200);
    if (message.id) expect(again.body.user_message_id).toBe(message.id);
    message.id = again.body.user_message_id;
    message.task = again.body.streaming_task_id ?? message.task;
  }
  for (const { task } of sent) {
    if (!task) continue;
    const done = (await readEvents(api, `/chats/streaming/${task}`)).at(-1)!;
    expect(done.event).toBe("done");
  }

  const stored: Message[] = (await api.get(`/chats/${chat.id}/messages?size=100`)).body;
  for (const { text, id } of sent) {
    const questions = stored.filter(({ user_type, message }) => user_type === "user" && message === text);
    expect(questions.map((question) => question.id)).toEqual([id]);
    const replies = stored.filter(({ replying_to_message }) => replying_to_message?.id === id);
    expect(replies).toHaveLength(1);
    const [reply] = replies;
    if (!reply!.extra?.error) expect(reply!.message.trim().split(/\s+/)).toHaveLength(30);
    else expect(reply!.message).not.toBe("");
  }
  expect(stored).toHaveLength(2 * rounds);
}

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Sends each signal twice in a row while messages are sent, in each round. The process must exit with 0, and
 * acknowledged messages must be stored.
 */
export async function surviveSignals(product: Product, rounds: number): Promise<void> {
  const { send, texts } = await writer(product);
  const acknowledged: string[] = [];
  for (const signal of Array.from({ length: rounds }, () => SIGNALS).flat()) {
    const before = acknowledged.length;
    const writing = [0, 1, 2, 3].map(async (writer) => {
      for (let n = 0; ; n++) {
        const text = `${signal} ${before} ${writer} ${n}`;
        const answer = await send(text).catch(() => undefined);
        if (answer?.status !== 200) return;
        acknowledged.push(text);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 8);
    for (let times = 0; times < 2; times++) process.kill(product.pid()!, signal);
    await Promise.all(writing);
    expect(await product.stop()).toBe(0);
    await product.start();
    expect(await texts()).toEqual(expect.arrayContaining(acknowledged));
  }
}
