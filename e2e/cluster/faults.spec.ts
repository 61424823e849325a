import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import postgres from "postgres";
import { type Client, person, readEvents } from "../fixtures/client";
import { type Cluster, startCluster } from "../fixtures/cluster";
import { expect, test } from "../fixtures/test";
import { type Acknowledged, expectIntact, words } from "./invariant";

/** Two processes on one PostgreSQL, something that fails, and afterwards everything that was acknowledged once. */
async function withCluster(
  given: { env: Record<string, string>; each?: Record<string, string>[] },
  body: (cluster: Cluster, api: Client) => Promise<Map<number, Acknowledged>>,
) {
  const cluster = await startCluster({ env: given.env }, given.each);
  try {
    const { api } = await person(cluster.url);
    await expectIntact(cluster, api, await body(cluster, api));
  } finally {
    await cluster.remove();
  }
}

const newChat = async (api: Client): Promise<number> => (await api.post("/chats", {})).body.id;

/** Sends until it is answered, as a client does that keeps its key. */
async function insist(api: Client, chat: number, text: string, more: Record<string, string | File[]> = {}) {
  const key = randomUUID();
  const late = Date.now() + 60_000;
  for (;;) {
    const answer = await api
      .multipart(
        `/chats/${chat}/messages`,
        { message_input: text, is_sync: "false", ...more },
        { "idempotency-key": key },
      )
      .catch(() => undefined);
    if (answer?.status === 200) return answer.body as { user_message_id: number; streaming_task_id: string };
    if (Date.now() > late) throw new Error(`Not sent: ${answer?.status} ${JSON.stringify(answer?.body)}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Reads a reply to its end, connecting again where it is cut. */
async function followed(api: Client, task: string): Promise<string> {
  for (;;) {
    const events = await readEvents(api, `/chats/streaming/${task}`).catch(() => []);
    const done = events.find(({ event }) => event === "done");
    if (done) return done.data.status;
    await new Promise((next) => setTimeout(next, 100));
  }
}

test("a database that goes and comes back", async ({ model }) => {
  test.setTimeout(180_000);
  await withCluster({ env: { OPENAI_BASE_URL: model.url } }, async (cluster, api) => {
    const chat = await newChat(api);
    const sent: Acknowledged = new Map();
    const admin = postgres(process.env.TEST_DATABASE_URL!, { max: 1, onnotice: () => {} });
    const name = new URL(cluster.databaseUrl).pathname.slice(1);
    const cut = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    try {
      let isOver = false;
      const writing = [0, 1, 2].map(async (writer) => {
        for (let n = 0; n < 12 && (n < 4 || !isOver); n++) {
          const text = `${writer} ${n} [[fake tokens=10 delay=20]]`;
          sent.set(text, (await insist(api, chat, text)).user_message_id);
        }
      });
      await expect.poll(() => sent.size).toBeGreaterThan(2);
      // As a restart does: all connections end, and for a while there is no new one.
      await admin`alter database ${admin(name)} allow_connections false`;
      await cut();
      await new Promise((next) => setTimeout(next, 3000));
      expect((await api.get("/health/ready")).status).toBe(503);
      await admin`alter database ${admin(name)} allow_connections true`;
      await expect.poll(async () => (await api.get("/health/ready")).status, { timeout: 20_000 }).toBe(200);
      isOver = true;
      await Promise.all(writing);
    } finally {
      await admin.end();
    }
    return new Map([[chat, sent]]);
  });
});

test("more at once than there are connections to the database", async ({ model }) => {
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

test("a model server that stalls for every reply, while others go on", async ({ model }) => {
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

test("processes whose clocks differ by a minute", async ({ model }) => {
  test.setTimeout(120_000);
  const clock = (seconds: number) => ({
    NODE_OPTIONS: `--import ${resolve("e2e/fixtures/other-clock.mjs")}`,
    CLOCK_OFFSET_MS: String(seconds * 1000),
  });
  await withCluster({ env: { OPENAI_BASE_URL: model.url }, each: [clock(0), clock(-60)] }, async (_, api) => {
    const chat = await newChat(api);
    const sent: Acknowledged = new Map();
    const before = model.calls;
    // Longer than it takes to look for replies that nobody writes; some run in each process.
    await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const text = `${n} [[fake tokens=60 delay=200]]`;
        const answer = await api.multipart(`/chats/${chat}/messages`, {
          message_input: text,
          is_sync: String(n % 2 === 0),
        });
        expect(answer.status).toBe(200);
        sent.set(text, answer.body.user_message_id);
        if (n % 2 === 1) expect(await followed(api, answer.body.streaming_task_id)).toBe("completed");
      }),
    );
    // Each was written once: nobody took a living one for dead.
    expect(model.calls - before).toBe(6);
    return new Map([[chat, sent]]);
  });
});

test("SIGTERM during 50 streams: what ends in time ends there, the other process finishes the rest", async ({
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
