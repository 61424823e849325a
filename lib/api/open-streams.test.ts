import { afterEach, beforeAll, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { client, joined, person } from "@/test/client";
import { startServerWithModel } from "@/test/server-with-model";
import { createVisitor } from "@/test/visitor";

/** Limits on concurrently open streams per reader, over real connections. */
process.env.RATE_LIMIT_PUBLIC_SESSIONS = "500";
process.env.RATE_LIMIT_MESSAGES = "60";
process.env.TRUST_PROXY = "1";
const { model, server } = await startServerWithModel();

let staff: Awaited<ReturnType<typeof person>>;
let chat: { id: number; uuid: string };
beforeAll(async () => {
  staff = await person(server.url);
  chat = (await staff.api.post("/chats", { name: "Help desk", is_public: true })).body;
});

// Holds the response, because garbage collection of it would close the stream.
type Open = { connection: AbortController; response: Response };
const opened: Open[] = [];
const closeAll = () => {
  for (const { connection } of opened.splice(0)) connection.abort();
};
afterEach(closeAll);

type Headers = Record<string, string>;
// Opens a stream and keeps it open.
async function open(path: string, headers: Headers, init: RequestInit = {}) {
  const connection = new AbortController();
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { accept: "text/event-stream", ...headers },
    signal: connection.signal,
  });
  opened.push({ connection, response });
  const refusal = response.status === 200 ? undefined : await response.json();
  return { status: response.status, refusal, response, close: () => connection.abort() };
}
const openMany = (many: number, path: string, headers: Headers) =>
  Promise.all(Array.from({ length: many }, () => open(path, headers)));
const listStatuses = (streams: { status: number }[]) => [...new Set(streams.map(({ status }) => status))];

let addresses = 0;
const somewhere = () => ({ "x-forwarded-for": `198.51.100.${++addresses}` });

test("a visitor has at most 20 streams, of all kinds and from all addresses together", async () => {
  const visitor = await createVisitor(server.url, chat, undefined, somewhere());
  const sent = await visitor.say("[[fake stall=3]]");
  const events = `${visitor.base}/events`;
  const reply = `${visitor.base}/streaming/${sent.body.streaming_task_id}`;
  const loud = { "x-session-id": visitor.sid.toUpperCase() };
  const [first, ...more] = await openMany(10, events, { ...visitor.headers, ...somewhere() });
  more.push(...(await openMany(5, reply, { ...visitor.headers, ...somewhere() })));
  more.push(...(await openMany(5, events, { ...loud, ...somewhere() })));
  expect(listStatuses([first!, ...more])).toEqual([200]);
  for (const [path, headers] of [
    [events, visitor.headers],
    [reply, visitor.headers],
    [events, loud],
    [`${events}?sid=${visitor.sid}`, {}],
  ] as [string, Headers][]) {
    const refused = await open(path, { ...headers, ...somewhere() });
    expect([refused.status, refused.refusal]).toEqual([
      429,
      {
        error: "Too Many Requests",
        message: "Too many streams are open: at most 20. Close one, or try again in 10 s.",
        status_code: 429,
        retry_after: 10,
      },
    ]);
    expect(refused.response.headers.get("retry-after")).toBe("10");
  }
  // Requests that aren't streams and other visitors are unaffected.
  expect((await visitor.api.get(`${visitor.base}/events`, visitor.headers)).status).toBe(200);
  const other = await createVisitor(server.url, chat, undefined, somewhere());
  expect((await open(`${other.base}/events`, { ...other.headers, ...somewhere() })).status).toBe(200);
  // Closing a stream frees its slot.
  first!.close();
  await expect.poll(async () => (await open(events, visitor.headers)).status).toBe(200);
  expect((await open(events, visitor.headers)).status).toBe(429);
  await visitor.api.send("DELETE", reply, { headers: visitor.headers });
});

test("the visitors at one address have at most 200 streams together", async () => {
  const from = somewhere();
  const visitors = [];
  for (let count = 0; count < 11; count++)
    visitors.push(await createVisitor(server.url, chat, undefined, from));
  const [last, ...ten] = visitors;
  for (const { base, headers } of ten)
    expect(listStatuses(await openMany(20, `${base}/events`, { ...headers, ...from }))).toEqual([200]);
  const events = `${last!.base}/events`;
  const refused = await open(events, { ...last!.headers, ...from });
  expect([refused.status, refused.refusal.retry_after]).toEqual([429, 10]);
  expect((await open(events, { ...last!.headers, ...somewhere() })).status).toBe(200);
  // Members at the same address are counted by account.
  const authorization = staff.api.authorization!;
  expect((await open("/users/me/events", { authorization, ...from })).status).toBe(200);
  closeAll();
  await expect.poll(async () => (await open(events, { ...last!.headers, ...from })).status).toBe(200);
});

test("an account has at most 100 streams, of all kinds and with all credentials together", async () => {
  const ada = await person(server.url);
  const own = (await ada.api.post("/chats", {})).body;
  const session = { authorization: ada.api.authorization! };
  const { token } = (await ada.api.post("/users/me/api-tokens", { name: "Reader" })).body;
  const byToken = { authorization: `Token ${token}` };
  const streams = [
    ...(await openMany(40, "/users/me/events", session)),
    ...(await openMany(59, `/chats/${own.id}/events`, byToken)),
  ];
  const completion = {
    method: "POST",
    body: JSON.stringify({
      model: "parley",
      stream: true,
      messages: [{ role: "user", content: "[[fake stall=3]]" }],
    }),
  };
  const openAi = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const written = await open("/openai/chat/completions", openAi, completion);
  expect(listStatuses([...streams, written])).toEqual([200]);
  const calls = model.calls;
  expect((await open("/openai/chat/completions", openAi, completion)).status).toBe(429);
  expect(model.calls).toBe(calls);
  expect((await open("/users/me/events", byToken)).status).toBe(429);
  expect((await open(`/chats/${own.id}/events`, session)).status).toBe(429);
  // Colleagues and requests that aren't streams are unaffected.
  const mia = await joined(server.url, ada, "Mia Member");
  expect((await open("/users/me/events", { authorization: mia.api.authorization! })).status).toBe(200);
  expect((await ada.api.get("/users/me/events")).status).toBe(200);
  written.close();
  await expect.poll(async () => (await open("/users/me/events", session)).status).toBe(200);
  expect((await open("/users/me/events", session)).status).toBe(429);
});

test("a refused stream does not count", async () => {
  const visitor = await createVisitor(server.url, chat, undefined, somewhere());
  const away = `/public/chats/00000000-0000-4000-8000-000000000000/events`;
  expect(listStatuses(await openMany(30, away, visitor.headers))).toEqual([404]);
  expect((await open(`${visitor.base}/events`, visitor.headers)).status).toBe(200);
});

test("a higher message limit of visitors raises their stream limit", async () => {
  const before = config().RATE_LIMIT_VISITOR_MESSAGES;
  config().RATE_LIMIT_VISITOR_MESSAGES = 25;
  const visitor = await createVisitor(server.url, chat, undefined, somewhere());
  const streams = await openMany(25, `${visitor.base}/events`, visitor.headers);
  const next = await open(`${visitor.base}/events`, visitor.headers);
  config().RATE_LIMIT_VISITOR_MESSAGES = before;
  expect([listStatuses(streams), next.status]).toEqual([[200], 429]);
  expect((await client(server.url).get("/health/live")).status).toBe(200);
});
