import { afterAll, describe, expect, test } from "vitest";
import { person, readEvents } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";

// Tests failing model servers: every failure ends in a readable reply, nothing hangs, and no API key leaks.
const log = logged();
const model = await startModelServer();
Object.assign(process.env, { MODEL_FIRST_TOKEN_SECONDS: "2", MODEL_STALL_SECONDS: "2" });
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});

const CANARY = "sk-canary-4f9d21c7";
const { api } = await person(server.url);
const connect = (body: object) => api.put("/models/connections/openai-compatible", body);
const connection = { base_url: model.url, api_key: CANARY, model: "stand-in-large" };
await connect(connection);

// Bodies of all API responses, which the last test searches for secrets.
const said: string[] = [];
const kept = <T extends { body: unknown }>(answer: T) => {
  said.push(JSON.stringify(answer.body));
  return answer;
};
const send = async (chat: { id: number }, fields: Record<string, string> = {}) =>
  kept(await api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello there", ...fields }));
const newChat = async () => (await api.post("/chats", {})).body;
const stored = async (chat: { id: number }) => kept(await api.get(`/chats/${chat.id}/messages`)).body;

// Behavior of the model server, the resulting error code, and the partial text that is kept.
const failures: [string, string, string][] = [
  ["401", "unauthorized", ""],
  ["429 wait=0", "rate_limited", ""],
  ["429 wait=3600", "rate_limited", ""],
  ["404", "unknown_model", ""],
  ["quota", "quota_exceeded", ""],
  ["500", "failed", ""],
  ["toolong", "too_long", ""],
  ["html", "garbage", ""],
  ["empty", "garbage", ""],
  ["badjson", "garbage", ""],
  ["cut=0", "cut", ""],
  ["cut=5", "cut", "w0 w1 w2 w3 w4"],
  ["stall=0", "stalled", ""],
  ["stall=5", "stalled", "w0 w1 w2 w3 w4"],
  ["first=60000", "stalled", ""],
  ["huge", "garbage", ""],
];

describe.each(failures)("a model server that does %s", (mode, code, text) => {
  test("leaves a failed reply with a message, and a retry can succeed", async () => {
    model.setMode(mode);
    const chat = await newChat();
    const { status, body } = await send(chat);
    expect(status).toBe(200);
    const [reply] = body.responses;
    expect(reply.extra.error).toEqual({ code, message: expect.stringMatching(/^[A-Z].{15,}\.$/) });
    expect(reply.message).toBe(text || reply.extra.error.message);
    expect((await stored(chat)).map(({ id }: { id: number }) => id)).toEqual([
      body.user_message_id,
      reply.id,
    ]);

    model.setMode("echo");
    const again = kept(await api.post(`/chats/messages/${reply.id}/retry`));
    expect(again.body.responses[0]).toMatchObject({ message: "You said: hello there" });
    expect(again.body.responses[0].extra.error).toBeUndefined();
    expect(again.body.responses[0].extra.previous).toEqual([
      expect.objectContaining({
        message: reply.message,
        extra: expect.objectContaining({ error: reply.extra.error }),
      }),
    ]);
    expect(await stored(chat)).toHaveLength(2);
  });

  test("ends a stream with the error and the partial text", async () => {
    model.setMode(mode);
    const chat = await newChat();
    const task = (await send(chat, { is_sync: "false" })).body.streaming_task_id;
    const events = await readEvents(api, `/chats/streaming/${task}`);
    said.push(JSON.stringify(events));
    expect(events.slice(-2).map(({ event }) => event)).toEqual(["error", "done"]);
    const state = kept(await api.get(`/chats/streaming/${task}`)).body;
    expect(state).toMatchObject({
      status: "failed",
      finished: true,
      text,
      error: expect.stringMatching(/\.$/),
    });
    const reply = (await stored(chat)).at(-1);
    expect(reply).toMatchObject({
      id: state.message_ids[0],
      extra: { error: { code, message: state.error } },
    });
  });
});

test("a reply has the retry time of a provider that asks to wait, also from a date", async () => {
  for (const [mode, seconds] of [
    ["429 wait=90", 90],
    ["429-date wait=90", 90],
    ["429 wait=9999999", 86_400],
  ] as const) {
    model.setMode(mode);
    const chat = await newChat();
    const asked = Date.now();
    const { extra } = (await send(chat)).body.responses[0];
    const waitMs = seconds * 1000;
    // HTTP dates have a resolution of one second.
    expect(Date.parse(extra.retry_at)).toBeGreaterThanOrEqual(asked + waitMs - 1000);
    expect(Date.parse(extra.retry_at)).toBeLessThanOrEqual(Date.now() + waitMs);
  }
  model.setMode("500");
  expect((await send(await newChat())).body.responses[0].extra.retry_at).toBeUndefined();
});

test("a reply with bytes that are not UTF-8 can be stored and read", async () => {
  model.setMode("badutf8");
  const { body } = await send(await newChat());
  expect(body.responses[0].extra.error).toBeUndefined();
  expect(body.responses[0].message).toMatch(/^a\ufffd+b$/);
});

test("a reply waits for a slow model as long as it sends text", async () => {
  model.setMode("trickle=3");
  const { body } = await send(await newChat());
  expect(body.responses[0]).toMatchObject({ message: "w0 w1 w2" });
});

test("the error for an unreachable address does not contain the address", async () => {
  const other = await person(server.url);
  const given = { base_url: "http://127.0.0.1:9/v1", api_key: CANARY, model: "m" };
  await other.api.put("/models/connections/openai-compatible", given);
  const chat = (await other.api.post("/chats", {})).body;
  const { body } = kept(await other.api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" }));
  expect(body.responses[0].extra.error.code).toBe("refused");
  expect(JSON.stringify(body)).not.toContain("127.0.0.1");
});

test.each(["401", "500", "html", "empty", "badjson", "cut=0", "huge"])(
  "a test of a connection that does %s reports the failure",
  async (mode) => {
    model.setMode(mode);
    const { status, body } = kept(await api.post("/models/connections/openai-compatible/test", connection));
    expect([status, body.ok]).toEqual([200, false]);
    expect(body.message).toMatch(/^[A-Z].{10,}\.$/);
  },
);

describe("a stored key", () => {
  const authorizations = () => model.authorizations.splice(0);

  test("is used but never returned", async () => {
    model.setMode("echo");
    authorizations();
    await send(await newChat());
    expect(authorizations()).toContain(`Bearer ${CANARY}`);
    const { body } = kept(await api.get("/models/connections"));
    expect(body.find(({ provider }: { provider: string }) => provider === "openai-compatible").has_key).toBe(
      true,
    );
    kept(await connect({ ...connection, api_key: undefined }));
    kept(await api.get("/models"));
  });

  test("is sent only to the address for which it was entered", async () => {
    const elsewhere = await startModelServer();
    const given = { base_url: elsewhere.url, model: "stand-in-large" };
    kept(await api.post("/models/connections/openai-compatible/test", given));
    const moved = kept(await connect(given));
    expect([moved.status, moved.body.has_key]).toEqual([200, false]);
    await send(await newChat());
    expect(elsewhere.calls).toBeGreaterThan(0);
    expect(elsewhere.authorizations.join()).not.toContain(CANARY);
    await connect(connection);
    await elsewhere.close();

    const openai = { base_url: model.url, api_key: CANARY };
    expect((await api.put("/models/connections/openai", openai)).status).toBe(200);
    expect((await api.put("/models/connections/openai", { base_url: elsewhere.url })).status).toBe(422);
    expect((await api.post("/models/connections/openai/test", { base_url: null })).status).toBe(422);
    expect(
      (await api.put("/models/connections/openai", { base_url: model.url, model: "x" })).body.has_key,
    ).toBe(true);
    expect((await api.del("/models/connections/openai")).status).toBe(200);
  });
});

test("responses and logs contain no key, no provider's explanation and no provider's address", () => {
  expect(said.length).toBeGreaterThan(50);
  expect(log.length).toBeGreaterThan(50);
  const secrets = [CANARY, "sk-secret-of-someone", /Bearer sk/, new URL(model.url).host];
  // Excludes the connection settings, where admins may see the addresses they entered.
  const answers = said.filter((text) => !text.includes('"base_url"'));
  for (const secret of secrets)
    expect([secret, [...answers, ...log].filter((text) => text.match(secret))]).toEqual([secret, []]);
  expect(said.filter((text) => text.includes(CANARY))).toEqual([]);
  expect(log.filter((line) => line.includes('"level":50'))).toEqual([]);
});
