import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { type ModelServer, startModelServer } from "@/test/fakes/model-server";
import { type InngestServer, startInngest } from "@/test/inngest";
import { freePort, type Product, startProduct } from "@/test/product";
import { asked, ended, filmed, getState, journey } from "./journey";

// The built product must behave the same with an Inngest server and with the embedded runner.

let inngest: InngestServer;
const products: Record<string, Product> = {};
const models: Record<string, ModelServer> = {};
const METRICS_TOKEN = "a token that only the tests know";

async function started(engine: string, port: number, env: Record<string, string>): Promise<void> {
  const model = await startModelServer();
  models[engine] = model;
  const own = { OPENAI_MODEL: "gpt-4o", METRICS_TOKEN, INDEX_AFTER_MS: "300" };
  products[engine] = await startProduct({ port, env: { OPENAI_BASE_URL: model.url, ...own, ...env } });
}

beforeAll(async () => {
  const [port, other] = [await freePort(), await freePort()];
  // Started before the app: it polls the app's functions until they respond.
  inngest = await startInngest({ sdkUrls: [`http://localhost:${port}/api/inngest`] });
  await started("inngest", port, inngest.settings);
  await started("embedded", other, {});
}, 120_000);
afterAll(async () => {
  for (const product of Object.values(products)) await product.remove();
  for (const model of Object.values(models)) await model.close();
  await inngest?.remove();
});

test("replies, indexing, videos, cancellations and jobs have the same results", async () => {
  const engines = ["inngest", "embedded"];
  const [real, embedded] = await Promise.all(
    engines.map((engine) => journey(products[engine]!, models[engine]!)),
  );
  expect(real).toEqual(embedded);
  expect(embedded).toMatchObject({
    reply: { status: "completed", isStreamed: true },
    stopped: { status: "cancelled" },
    video: { status: "completed" },
    unwanted: ["cancelled", "cancelled"],
    found: { document: true },
  });
}, 240_000);

const metric = async (product: Product, name: string) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${product.url}/api/v1/metrics`, { headers })).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(name))
      ?.split(" ")
      .at(-1),
  );
};

describe.each(["inngest", "embedded"])("%s", (engine) => {
  const the = () => ({ product: products[engine]!, model: models[engine]! });

  test("finished runs are counted", async () => {
    const { product, model } = the();
    model.setMode("echo");
    const { api } = await person(product.url);
    const chat = (await api.post("/chats", {})).body.id;
    const counted = () =>
      metric(product, 'parley_background_runs_total{function="reply",outcome="completed"}');
    const before = (await counted()) || 0;
    await ended(api, await asked(api, chat, "Hello"));
    await expect.poll(counted, { timeout: 20_000 }).toBe(before + 1);
  }, 60_000);

  test("a process that is killed during a reply and a video resumes both", async () => {
    const { product, model } = the();
    model.setMode("echo");
    const { api } = await person(product.url);
    const chat = (await api.post("/chats", {})).body.id;
    const reply = await asked(api, chat, "Hello [[fake tokens=60 delay=100]]");
    model.setMode("first=100000");
    const calls = model.calls;
    const video = await filmed(api);
    await expect.poll(async () => (await getState(api, reply)).text, { timeout: 20_000 }).toContain("w1");
    await expect.poll(() => model.calls, { timeout: 30_000 }).toBeGreaterThan(calls);
    await product.kill();
    model.setMode("echo");
    await product.start();
    await ended(api, reply);
    await ended(api, video);
    expect((await getState(api, video)).status).toBe("completed");
    const stored = (await api.get(`/chats/${chat}/messages`)).body;
    const words = Array.from({ length: 60 }, (_, n) => `w${n}`).join(" ");
    expect(stored.filter(({ message }: { message: string }) => message.trim() === words)).toHaveLength(1);
    expect(stored).toHaveLength(2);
  }, 180_000);

  test("a process that is asked to stop finishes its current reply", async () => {
    const { product, model } = the();
    model.setMode("echo");
    const { api } = await person(product.url);
    const chat = (await api.post("/chats", {})).body.id;
    const reply = await asked(api, chat, "Hello [[fake tokens=40 delay=100]]");
    await expect.poll(async () => (await getState(api, reply)).text, { timeout: 20_000 }).toContain("w1");
    const calls = model.calls;
    expect(await product.stop()).toBe(0);
    await product.start();
    expect((await getState(api, reply)).status).toBe("completed");
    expect(model.calls).toBe(calls);
  }, 90_000);
});
