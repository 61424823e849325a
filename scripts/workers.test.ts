import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { client, person, readEvents } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startProduct } from "@/test/product";
import { startReply, words } from "@/test/replies";

const METRICS_TOKEN = "a token for the metrics";

/** Skipped on the embedded database, which supports only one process. */
describe.skipIf(!process.env.DATABASE_URL)("three workers", async () => {
  if (!process.env.DATABASE_URL) return;
  const model = await startModelServer();
  const env = {
    DATABASE_URL: process.env.DATABASE_URL,
    OPENAI_BASE_URL: model.url,
    AUTH_SECRET: "s".repeat(32),
    METRICS_TOKEN,
    WORKERS: "3",
    LOG_LEVEL: "error",
  };
  const product = await startProduct({ env });
  afterAll(async () => {
    await product.remove();
    await model.close();
  });

  // Returns the process IDs of the product's child processes.
  const workers = (): number[] =>
    execFileSync("pgrep", ["-P", String(product.pid())], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  const isThere = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  // Opens a new connection per call, so that calls are distributed over the workers.
  const anywhere = { connection: "close" };
  const served = async (operation: string): Promise<Map<string, number>> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}`, ...anywhere };
    const text = await (await fetch(`${product.url}/api/v1/metrics`, { headers })).text();
    const line = new RegExp(
      `^parley_requests_total{operation="${operation}",status="200",worker="(\\d+)"} (\\d+)$`,
      "gm",
    );
    return new Map([...text.matchAll(line)].map(([, worker, count]) => [worker!, Number(count)]));
  };

  const ada = await person(product.url);
  const ask = (text: string) => startReply(ada.api, text);
  const follow = async (task: string) => {
    const events = await readEvents(ada.api, `/chats/streaming/${task}`, { headers: anywhere });
    const text = events.flatMap(({ event, data }) => (event === "text" ? [data.text] : [])).join("");
    return { text: text.trim(), last: events.at(-1) };
  };

  test("share one port, and each reports the metrics of all", async () => {
    await expect.poll(() => workers().length).toBe(3);
    await expect
      .poll(async () => {
        await fetch(`${product.url}/api/v1/health/live`, { headers: anywhere });
        return (await served("live")).size;
      })
      .toBe(3);
    const sum = async () => [...(await served("live")).values()].reduce((all, one) => all + one, 0);
    const before = await sum();
    for (let n = 0; n < 7; n++) await fetch(`${product.url}/api/v1/health/live`, { headers: anywhere });
    expect(await sum()).toBe(before + 7);
  });

  test("stream a reply from each of them while one writes it, without losing or repeating a word", async () => {
    const { task } = await ask("[[fake tokens=60 delay=20]]");
    for (const { text, last } of await Promise.all(Array.from({ length: 6 }, () => follow(task)))) {
      expect(text).toBe(words(60));
      expect(last).toMatchObject({ event: "done", data: { status: "completed", finished: true } });
      expect(last!.data.text.trim()).toBe(words(60));
    }
  });

  test("take over the replies of one that dies without gaps for readers, and another starts", async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask("[[fake tokens=80 delay=50]]")));
    const isRunning = async ({ task }: (typeof asked)[number]) =>
      (await ada.api.get(`/chats/streaming/${task}`, anywhere)).body.text.includes("w3");
    for (const one of asked) await expect.poll(() => isRunning(one)).toBe(true);
    const before = workers();
    process.kill(before[0]!, "SIGKILL");
    for (const { chat, task } of asked) {
      const status = async () =>
        (await ada.api.get(`/chats/streaming/${task}`, anywhere).catch(() => undefined))?.body.status;
      await expect.poll(status).toBe("completed");
      const messages = (await ada.api.get(`/chats/${chat.id}/messages`, anywhere)).body;
      expect(messages.map(({ message }: { message: string }) => message.trim()).slice(1)).toEqual([
        words(80),
      ]);
    }
    await expect.poll(() => workers().length).toBe(3);
    expect(workers()).not.toContain(before[0]);
    expect(product.isRunning()).toBe(true);
  });

  test("end with their supervisor, after answering what they had begun", async () => {
    const before = workers();
    const { chat } = await ask("[[fake tokens=20 delay=50]]");
    expect(await product.stop()).toBe(0);
    expect(before.filter(isThere)).toEqual([]);
    await product.start();
    await expect.poll(() => workers().length).toBe(3);
    const killed = workers();
    await product.kill();
    for (const pid of killed) await expect.poll(() => isThere(pid)).toBe(false);
    await product.start();
    const there = client(product.url, ada.api.authorization);
    const messages = (await there.get(`/chats/${chat.id}/messages`)).body;
    expect(messages.at(-1).message.trim()).toBe(words(20));
  });

  test("report an unreachable database once, and leave no process running", async () => {
    const start = startProduct({ env: { ...env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" } });
    await expect(start).rejects.toThrow(/The database at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/);
  });
});
