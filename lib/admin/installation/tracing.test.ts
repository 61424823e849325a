import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { startCollector } from "@/test/fakes/otlp-collector";
import { startServer } from "@/test/server";

const SOON = { timeout: 60_000, interval: 100 };
const SECRET = "zanzibar";
const CALLER = { trace: "4bf92f3577b34da6a3ce929d0e0e4736", span: "00f067aa0ba902b7" };

const collector = await startCollector();
const model = await startModelServer();
Object.assign(process.env, {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_SERVICE_NAME: "parley-of-tests",
  OPENAI_BASE_URL: model.url,
});
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
  await collector.close();
});

type Span = (typeof collector.spans)[number];
const isStatement = ({ attributes }: Span) => attributes["db.system.name"] === "postgresql";
const named = (name: string) => collector.spans.filter((span) => span.name === name);
let chat: { id: number; uuid: string };
const password = "correct horse battery";

beforeAll(async () => {
  const { api } = await person(server.url, "Tracy Traced");
  chat = (await api.post("/chats", { name: `About ${SECRET}` })).body;
  // The caller's trace has the sampled flag off, which the server must ignore.
  const traceparent = `00-${CALLER.trace}-${CALLER.span}-00`;
  await api.send("GET", `/chats/${chat.id}?sid=${SECRET}`, { headers: { traceparent } });
  const sent = await api.multipart(`/chats/${chat.id}/messages`, { message_input: `Tell me of ${SECRET}` });
  expect(sent.status).toBe(200);
  await api.multipart(`/chats/${chat.id}/messages`, { message_input: SECRET, is_sync: "false" });
  await api.get("/chats/999999999");
  await fetch(`${server.url}/api/v1/health/ready`);
  const refused = await api.form("/auth/login", { username: `${SECRET}@example.test`, password });
  expect(refused.status).toBe(401);
  await vi.waitFor(() => expect(named("reply")).not.toEqual([]), SOON);
  await vi.waitFor(() => expect(named("getChat")).toHaveLength(2), SOON);
});

test("an operation is a span below the caller's, with its statements below it", () => {
  const [span] = named("getChat").filter(({ traceId }) => traceId === CALLER.trace);
  expect(span).toMatchObject({ parentSpanId: CALLER.span, kind: 2 });
  expect(span!.attributes).toMatchObject({
    "http.request.method": "GET",
    "http.route": "/api/v1/chats/{chat_id}",
    "http.response.status_code": 200,
  });
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === span!.spanId);
  const statements = below.filter(isStatement).map(({ name }) => name);
  // The first may be the probe of an overload, which has no table.
  expect(statements).toContainEqual(expect.stringMatching(/^(select|with) \w+/));
  const texts = collector.spans.filter(isStatement).map(({ attributes }) => attributes["db.query.text"]);
  expect(texts).toContainEqual(expect.stringContaining("$1"));
  expect(named("getChat").map(({ attributes }) => attributes["http.response.status_code"])).toContain(404);
});

test("a model call is a span with its tokens, below the span of its caller", () => {
  const [call] = collector.spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
  expect(call!.attributes).toMatchObject({
    "gen_ai.provider.name": "openai-compatible",
    "gen_ai.request.model": expect.any(String),
    "gen_ai.usage.input_tokens": expect.any(Number),
    "gen_ai.usage.output_tokens": expect.any(Number),
  });
  const names = collector.spans.filter(({ traceId }) => traceId === call!.traceId).map(({ name }) => name);
  expect(names).toContain("sendMessage");
});

test("a background function is a span, with the spans of its work below it", () => {
  const [run] = named("reply");
  expect(run!.attributes).toMatchObject({ "parley.function": "reply", "parley.outcome": "completed" });
  const below = collector.spans.filter(({ traceId }) => traceId === run!.traceId);
  expect(below.some(({ attributes }) => attributes["gen_ai.operation.name"] === "chat")).toBe(true);
});

test("exported spans contain no text, no value of a query, no address and no password", () => {
  const all = collector.received();
  expect(all).not.toContain(SECRET);
  expect(all).not.toContain(password);
  expect(all).not.toContain("Tracy");
  expect([...collector.services]).toEqual(["parley-of-tests"]);
});

test("health checks are not traced", () => {
  expect(named("ready")).toEqual([]);
});
