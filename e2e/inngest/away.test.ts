import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, person } from "@/test/client";
import { type ModelServer, startModelServer } from "@/test/fakes/model-server";
import { type InngestServer, startInngest } from "@/test/inngest";
import { freePort, type Product, startProduct } from "@/test/product";
import { asked, ended, getState } from "./journey";

/** Outage of the Inngest server in seconds. */
const AWAY = Number(process.env.INNGEST_AWAY_SECONDS ?? 120);
const METRICS_TOKEN = "a token that only the tests know";

let inngest: InngestServer;
let product: Product;
let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  const port = await freePort();
  inngest = await startInngest({ sdkUrls: [`http://localhost:${port}/api/inngest`] });
  const own = { OPENAI_MODEL: "gpt-4o", METRICS_TOKEN, INDEX_AFTER_MS: "300" };
  const env = { OPENAI_BASE_URL: model.url, ...own, ...inngest.settings };
  product = await startProduct({ port, env });
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await model?.close();
  await inngest?.remove();
});

const newChat = async (api: Client): Promise<number> => (await api.post("/chats", {})).body.id;
const listMessages = async (api: Client, chat: number) =>
  (await api.get(`/chats/${chat}/messages?size=100`)).body;
type Message = {
  id: number;
  message: string;
  user_type: string;
  indexed: boolean;
  replying_to_message: { id: number } | null;
};

test(
  "people can write and get replies without the Inngest server, and waiting work is done afterwards",
  async () => {
    const { api } = await person(product.url);
    const waiting = async () => (await api.get("/installation/status")).body.queue;
    await ended(api, await asked(api, await newChat(api), "Before"));
    await expect.poll(async () => (await waiting()).waiting, { timeout: 20_000 }).toBe(0);

    await inngest.kill();
    const gone = Date.now();
    const sent = new Map<number, string[]>();
    const tasks: string[] = [];
    const slowest: number[] = [];
    const people = [0, 1, 2].map(async (writer) => {
      const chat = await newChat(api);
      sent.set(chat, []);
      for (let n = 0; Date.now() - gone < AWAY * 1000; n++) {
        const text = `${writer} ${n} ${randomUUID()}`;
        const began = Date.now();
        const task = await asked(api, chat, text);
        sent.get(chat)!.push(text);
        tasks.push(task);
        if (n % 2 === 0) {
          await ended(api, task);
          expect((await getState(api, task)).status).toBe("completed");
          slowest.push(Date.now() - began);
        }
      }
    });
    const [file] = (
      await api.multipart("/documents", {
        files: [new File(["Keepers sleep at noon."], "noon.txt", { type: "text/plain" })],
      })
    ).body;
    await Promise.all(people);
    expect(Date.now() - gone).toBeGreaterThanOrEqual(AWAY * 1000);

    // Replies do not depend on Inngest; they start at most some ten seconds late.
    expect(Math.max(...slowest)).toBeLessThan(30_000);
    // Everything else waits, and the status page says so.
    const { engine, waiting: events } = await waiting();
    expect(engine).toBe("inngest");
    expect(events).toBeGreaterThan(tasks.length - 1);
    // One event per request: retries must not multiply them.
    expect(events).toBeLessThan(tasks.length * 5 + 20);
    expect((await api.get(`/documents/${file.id}`)).body.status).toBe("queued");
    const metrics = await (
      await fetch(`${product.url}/api/v1/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text();
    expect(Number(/^parley_background_late_seconds (\S+)/m.exec(metrics)?.[1])).toBeGreaterThan(AWAY / 2);

    await inngest.start();
    await expect.poll(async () => (await waiting()).waiting, { timeout: 90_000 }).toBe(0);
    await expect
      .poll(async () => (await api.get(`/documents/${file.id}`)).body.status, { timeout: 90_000 })
      .toBe("ready");
    for (const task of tasks) {
      await ended(api, task);
      expect((await getState(api, task)).status).toBe("completed");
    }
    for (const [chat, texts] of sent) {
      const stored: Message[] = await listMessages(api, chat);
      const asking = stored.filter(({ user_type }) => user_type === "user");
      expect(asking.map(({ message }) => message).sort()).toEqual([...texts].sort());
      for (const { id } of asking)
        expect(stored.filter(({ replying_to_message }) => replying_to_message?.id === id)).toHaveLength(1);
      await expect
        .poll(async () => (await listMessages(api, chat)).every(({ indexed }: Message) => indexed), {
          timeout: 60_000,
        })
        .toBe(true);
    }
  },
  AWAY * 1000 + 400_000,
);
