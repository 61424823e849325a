import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { backgroundRuns, backgroundSteps } from "@/db/schema/background";
import { config } from "@/lib/platform/config";
import { client, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";

const TOKEN = "a token for Prometheus";
const SOON = { timeout: 60_000, interval: 50 };
const { server } = await startServerWithModel({ METRICS_TOKEN: TOKEN });

const prometheus = client(server.url, `Bearer ${TOKEN}`);
const owner = await person(server.url, "Olga Owner");
const chat = (await owner.api.post("/chats", {})).body;

type Metric = { type: string; samples: Map<string, number> };
// Parses the text format 0.0.4 as strictly as Prometheus.
async function scraped(): Promise<Record<string, Metric>> {
  const { status, headers, body } = await prometheus.get("/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const metrics: Record<string, Metric> = {};
  expect(body.endsWith("\n")).toBe(true);
  for (const line of (body as string).trimEnd().split("\n")) {
    const [, name, type] = /^# TYPE (\w+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name) {
      expect(metrics).not.toHaveProperty(name);
      metrics[name] = { type: type!, samples: new Map() };
    }
    if (line.startsWith("#")) {
      expect(line).toMatch(/^# (HELP|TYPE) \w+ .+/);
      continue;
    }
    const [, sample, labels = "", value] =
      /^([a-z_]\w*)(\{(?:\w+="(?:[^"\\\n]|\\.)*",?)*\})? (\S+)$/.exec(line) ?? [];
    const family = metrics[sample!] ?? metrics[sample!.replace(/_(bucket|sum|count)$/, "")];
    expect(family, line).toBeDefined();
    expect(Number(value)).not.toBeNaN();
    family!.samples.set(`${sample}${labels}`, Number(value));
  }
  return metrics;
}
const getSample = (metrics: Record<string, Metric>, family: string, sample: string) =>
  metrics[family]!.samples.get(`${family}${sample}`) ?? 0;

test("metrics require their token, and return 404 without METRICS_TOKEN", async () => {
  const status = async (authorization?: string) =>
    (await client(server.url, authorization).get("/metrics")).status;
  expect(await status()).toBe(401);
  expect(await status(`Bearer ${TOKEN}x`)).toBe(401);
  expect(await status(owner.api.authorization)).toBe(401);
  expect(await status(`Bearer ${TOKEN}`)).toBe(200);
  const settings = config();
  settings.METRICS_TOKEN = undefined;
  expect(await status(`Bearer ${TOKEN}`)).toBe(404);
  expect(await status("Bearer undefined")).toBe(404);
  settings.METRICS_TOKEN = TOKEN;
});

test("metrics count requests by operation and status, with their durations", async () => {
  const before = await scraped();
  await owner.api.get(`/chats/${chat.id}`);
  await owner.api.get("/chats/999999999");
  await owner.api.get("/nothing-here");
  const after = await scraped();
  const rise = (family: string, sample: string) =>
    getSample(after, family, sample) - getSample(before, family, sample);
  expect(rise("parley_requests_total", '{operation="getChat",status="200"}')).toBe(1);
  expect(rise("parley_requests_total", '{operation="getChat",status="404"}')).toBe(1);
  expect(rise("parley_requests_total", '{operation="none",status="404"}')).toBe(1);
  expect(rise("parley_database_statements_total", "")).toBeGreaterThan(1);
  const { type, samples } = after.parley_request_duration_seconds!;
  expect(type).toBe("histogram");
  const name = "parley_request_duration_seconds";
  const of = (end: string) => samples.get(`${name}${end}`);
  expect(of('_bucket{operation="getChat",le="+Inf"}')).toBe(of('_count{operation="getChat"}'));
  expect(of('_sum{operation="getChat"}')).toBeGreaterThan(0);
});

test("metrics count model calls with their tokens, and failures by cause", async () => {
  const send = (message_input: string) =>
    owner.api.multipart(`/chats/${chat.id}/messages`, { message_input });
  await send("hello");
  await send("[[fake 401]] hello");
  const metrics = await scraped();
  const calls = [...metrics.parley_model_calls_total!.samples.keys()].filter((key) => key.includes('"chat"'));
  expect(calls).toContainEqual(expect.stringMatching(/provider="openai-compatible",.*outcome="ok"/));
  expect(calls).toContainEqual(expect.stringMatching(/outcome="(?!ok|stopped)\w+"/));
  const tokens = [...metrics.parley_model_tokens_total!.samples];
  expect(tokens).toContainEqual([expect.stringContaining('direction="output"'), expect.any(Number)]);
});

test("metrics report open streams and the state of the process", async () => {
  const gone = new AbortController();
  const headers = { authorization: owner.api.authorization!, accept: "text/event-stream" };
  const stream = await fetch(`${server.url}/api/v1/users/me/events`, { headers, signal: gone.signal });
  expect(stream.status).toBe(200);
  const open = async () => {
    const { parley_streams_open } = await scraped();
    return [...parley_streams_open!.samples.values()].reduce((sum, value) => sum + value, 0);
  };
  expect(await open()).toBe(1);
  gone.abort();
  await vi.waitFor(async () => expect(await open()).toBe(0), SOON);
  const metrics = await scraped();
  expect(getSample(metrics, "parley_database_up", "")).toBe(1);
  expect(getSample(metrics, "process_resident_memory_bytes", "")).toBeGreaterThan(1e7);
  expect(metrics.parley_background_queue!.samples.size).toBe(3);
});

test("only the owner of the installation sees its status", async () => {
  const other = await person(server.url, "Sam Stranger");
  expect((await other.api.get("/installation/status")).status).toBe(403);
  await owner.api.multipart(`/chats/${chat.id}/messages`, {
    message_input: "read this",
    files: [new File(["twelve bytes"], "a.txt")],
  });
  const { status, body } = await owner.api.get("/installation/status");
  expect(status).toBe(200);
  expect(body.storage).toEqual({ works: true, files: 1, bytes: 12 });
  expect(body.database.bytes).toBeGreaterThan(1e6);
  expect(body.processes).toBe(1);
  expect(body.providers).toEqual(["openai-compatible"]);
  const faulty = body.model_problems.map(({ provider, code }: Record<string, string>) => [provider, code]);
  expect(faulty).toEqual([["ollama", "refused"]]);
  const slow = body.slow_operations.find(
    ({ operation }: { operation: string }) => operation === "sendMessage",
  );
  expect(slow.count).toBeGreaterThan(2);
  expect(slow.p95_ms).toBeGreaterThanOrEqual(slow.p50_ms);
});

test("metrics count messages to be indexed, and their group sees a backlog of two hours", async () => {
  const mine = await person(server.url, "Ida Indexed");
  const { id } = (await mine.api.post("/chats", { virtual_assistant_id: null })).body;
  const behind = async ({ api }: typeof mine) => (await api.get("/search/state")).body.behind_since;
  const counted = async () => {
    const metrics = await scraped();
    return ["backlog", "late_seconds"].map((name) => getSample(metrics, `parley_index_${name}`, ""));
  };
  const [before] = await counted();
  const sent = await mine.api.multipart(`/chats/${id}/messages`, {
    message_input: "find me",
    is_sync: "false",
  });
  expect((await counted())[0]).toBe(before! + 1);
  expect(await behind(mine)).toBeNull();

  await db().execute(
    sql`update messages set created_at = now() - interval '2 hours' where id = ${sent.body.user_message_id}`,
  );
  expect((await counted())[1]).toBeGreaterThan(7000);
  expect(Date.parse(await behind(mine))).toBeLessThan(Date.now() - 7_000_000);
  expect(await behind(await person(server.url))).toBeNull();
  const { index_backlog } = (await owner.api.get("/installation/status")).body;
  expect(index_backlog).toEqual({ messages: before! + 1, oldest_at: await behind(mine) });
});

test("the status shows why a run failed, and a retry continues at the failed step", async () => {
  const id = randomUUID();
  const event = { id: randomUUID(), name: "inngest/scheduled.timer", data: {}, ts: Date.now() };
  await db().insert(backgroundRuns).values({
    id,
    functionId: "sweep",
    eventId: event.id,
    event,
    status: "failed",
    attempt: 3,
    finishedAt: new Date(),
    error: "Error: Failed query: select $1\nparams: what somebody wrote",
  });
  await db()
    .insert(backgroundSteps)
    .values({
      runId: id,
      id: randomUUID(),
      position: 0,
      result: { type: "error", error: { name: "Error", message: "no" } },
    });
  const failures = async () => (await owner.api.get("/installation/status")).body.queue.failures;
  expect(await failures()).toEqual([
    { id, name: "sweep", failed_at: expect.any(String), error: "Error: Failed query: select $1" },
  ]);
  const other = await person(server.url, "Sid Stranger");
  expect((await other.api.post(`/installation/runs/${id}/retry`)).status).toBe(403);
  expect((await owner.api.post(`/installation/runs/${id}/retry`)).status).toBe(200);
  expect(await failures()).toEqual([]);
  const ended = async () =>
    getSample(await scraped(), "parley_background_runs_total", '{function="sweep",outcome="completed"}');
  await vi.waitFor(async () => expect(await ended()).toBeGreaterThan(0), SOON);
  await vi.waitFor(
    async () => expect((await owner.api.post(`/installation/runs/${id}/retry`)).status).toBe(409),
    SOON,
  );
  expect((await owner.api.post(`/installation/runs/${randomUUID()}/retry`)).status).toBe(404);
});
