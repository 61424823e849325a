import { exec } from "node:child_process";
import { promisify } from "node:util";
import postgres from "postgres";
import type { Client } from "@/test/client";
import type { Cluster } from "@/test/cluster";
import { words } from "@/test/replies";
import { expect, test } from "@/test/test";
import type { Acknowledged } from "./invariant";
import { followed, insist, newChat, withCluster } from "./people";

/** Sends messages before, during and after a database fault. */
async function writeThrough(cluster: Cluster, api: Client, fault: () => Promise<void>) {
  const chat = await newChat(api);
  const sent: Acknowledged = new Map();
  const tasks: string[] = [];
  let isOver = false;
  const writing = [0, 1, 2].map(async (writer) => {
    for (let n = 0; n < 12 && (n < 4 || !isOver); n++) {
      const text = `${writer} ${n} [[fake tokens=10 delay=20]]`;
      const { user_message_id, streaming_task_id } = await insist(api, chat, text);
      sent.set(text, user_message_id);
      tasks.push(streaming_task_id);
    }
  });
  await expect.poll(() => sent.size).toBeGreaterThan(2);
  await fault();
  await expect
    .poll(async () => (await api.get("/health/ready").catch(() => undefined))?.status, { timeout: 20_000 })
    .toBe(200);
  isOver = true;
  await Promise.all(writing);
  expect(cluster.isRunning()).toBe(true);
  for (const task of tasks) expect(await followed(api, task)).not.toBe("running");
  return new Map([[chat, sent]]);
}

test("messages survive an outage of the database", async ({ model }) => {
  test.setTimeout(180_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
    const admin = postgres(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => {} });
    const name = new URL(cluster.databaseUrl).pathname.slice(1);
    try {
      return await writeThrough(cluster, api, async () => {
        // Simulates a restart: all connections end, and none are accepted for a while.
        await admin`alter database ${admin(name)} allow_connections false`;
        await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
        const away = performance.now();
        await expect
          .poll(async () => performance.now() - away > 3000 && (await api.get("/health/ready")).status, {
            timeout: 10_000,
          })
          .toBe(503);
        await admin`alter database ${admin(name)} allow_connections true`;
      });
    } finally {
      await admin.end();
    }
  });
});

test("messages survive three restarts of PostgreSQL", async ({ model }) => {
  const command = process.env.TEST_DATABASE_RESTART;
  test.skip(!command, "TEST_DATABASE_RESTART, a command that restarts the server, is not set");
  test.setTimeout(240_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
    const all = new Map<number, Acknowledged>();
    for (let round = 0; round < 3; round++) {
      const restart = async () => void (await promisify(exec)(command!));
      for (const [chat, sent] of await writeThrough(cluster, api, restart)) all.set(chat, sent);
    }
    return all;
  });
});

test("messages survive more concurrent requests than database connections", async ({ model }) => {
  test.setTimeout(180_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url, DATABASE_POOL: "2" } }, async (_, api) => {
    const chats = await Promise.all(Array.from({ length: 10 }, () => newChat(api)));
    const all = new Map<number, Acknowledged>(chats.map((chat) => [chat, new Map()]));
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const chat = chats[n % chats.length]!;
        const text = `message ${n} [[fake tokens=5 delay=5]]`;
        const files = [new File([`file ${n}`], `${n}.txt`, { type: "text/plain" })];
        const answer = await api.multipart(`/chats/${chat}/messages`, {
          message_input: text,
          is_sync: String(n % 3 === 0),
          ...(n % 5 === 0 && { files }),
        });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        all.get(chat)!.set(text, answer.body.user_message_id);
      }),
    );
    return all;
  });
});

test("a model server that stalls one chat doesn't delay others", async ({ model }) => {
  test.setTimeout(120_000);
  const env = { OPENAI_BASE_URL: model.url, MODEL_STALL_SECONDS: "2", MODEL_FIRST_TOKEN_SECONDS: "2" };
  await withCluster({ env }, async (_, api) => {
    const [silent, lively] = [await newChat(api), await newChat(api)];
    const all = new Map<number, Acknowledged>([
      [silent, new Map()],
      [lively, new Map()],
    ]);
    const tasks: string[] = [];
    for (let n = 0; n < 10; n++) {
      const text = `${n} [[fake stall=3]]`;
      const { user_message_id, streaming_task_id } = await insist(api, silent, text);
      all.get(silent)!.set(text, user_message_id);
      tasks.push(streaming_task_id);
    }
    const text = "meanwhile [[fake tokens=5]]";
    const going = await insist(api, lively, text);
    all.get(lively)!.set(text, going.user_message_id);
    expect(await followed(api, going.streaming_task_id)).toBe("completed");
    for (const task of tasks) expect(await followed(api, task)).not.toBe("running");
    return all;
  });
});

test("SIGTERM during 50 streams finishes some replies in time, and the other process finishes the rest", async ({
  model,
}) => {
  test.setTimeout(180_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
    const all = new Map<number, Acknowledged>();
    const tasks: { chat: number; task: string; count: number }[] = [];
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const chat = await newChat(api);
        const count = n % 10 === 0 ? 90 : 20;
        const text = `${n} [[fake tokens=${count} delay=400]]`;
        const { user_message_id, streaming_task_id } = await insist(api, chat, text);
        all.set(chat, new Map([[text, user_message_id]]));
        tasks.push({ chat, task: streaming_task_id, count });
      }),
    );
    const reading = tasks.map(({ task }) => followed(api, task));
    await expect
      .poll(async () => (await api.get(`/chats/streaming/${tasks.at(-1)!.task}`)).body.text, {
        timeout: 30_000,
      })
      .toContain("w0");
    const began = Date.now();
    const code = await cluster.processes[0]!.stop();
    expect(code).toBe(0);
    expect(Date.now() - began).toBeLessThan(32_000);
    expect(new Set(await Promise.all(reading))).toEqual(new Set(["completed"]));
    for (const { chat, count } of tasks) {
      const stored = (await api.get(`/chats/${chat}/messages`)).body;
      expect(stored.map(({ message }: { message: string }) => message.trim()).slice(1)).toEqual([
        words(count),
      ]);
    }
    await cluster.processes[0]!.start();
    return all;
  });
});
