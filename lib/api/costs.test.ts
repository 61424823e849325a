import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answer, routes } from "@/app/api/v1/table";
import { fillAddress } from "@/test/addresses";
import { client, PASSWORD, person } from "@/test/client";
import { leastProcessorTime, processorTime } from "@/test/processor-time";
import { startServer } from "@/test/server";
import { jsonLimits, type Operation } from "./contract";
import { getMaxBodyBytes } from "./read-input";

// Upper bound of the CPU time of one request: calls each operation as an outsider, a visitor and a member, with
// bodies, parameters and headers at their limits.
const CALLERS = ["outsider", "visitor", "member"] as const;
type Caller = (typeof CALLERS)[number];
const LIMITS_MS = { outsider: 50, visitor: 50, member: 250 };
// Exceptions with a higher bound.
const REASONS: Record<string, { limitMs: number; reason: string }> = {
  signIn: {
    limitMs: 250,
    reason: "argon2id makes each try expensive for who guesses; 50 tries an address in 15 min",
  },
  register: { limitMs: 250, reason: "the same, for a new password" },
  receiveMail: {
    limitMs: 250,
    reason: "a mail of 40 MB is stored and hashed as it arrives, a chunk at a time",
  },
};
const sends = {
  limitMs: 3000,
  reason: "without a model this process writes the reply itself, and compares the meaning of 4,000 letters",
};
for (const name of ["sendToAssistant", "sendInTempChat"]) REASONS[name] = sends;
// Takes the minimum of several runs, because other load on the machine inflates the measurement.
const TRIES = 4;

Object.assign(process.env, {
  INBOUND_EMAIL_DOMAIN: "in.example.test",
  INBOUND_EMAIL_MAILGUN_KEY: "key-of-mailgun",
});
const server = await startServer();
afterAll(() => server.close());
let ada: Awaited<ReturnType<typeof person>>;
let loginToken: string;
let visitor: string;
let chat: { id: number; uuid: string };
beforeAll(async () => {
  ada = await person(server.url);
  const login = await client(server.url).form("/auth/login", { username: ada.email, password: PASSWORD });
  loginToken = login.body.access_token;
  chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
  await ada.api.put(`/chats/${chat.id}/public?is_public=true`);
  visitor = (await client(server.url).post(`/public/chats/${chat.uuid}/public-session`, {})).body;
});

type CostlyRequest = {
  what: string;
  query?: string;
  body?: string;
  type?: string;
  headers?: Record<string, string>;
};

const MAX_QUERY_LENGTH = 15_000;
const LETTERS = "a b c d e f g h i j k l m n o p q r s t u v w x y z ";
const filled = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

// Returns queries of maximum length: one with unknown names, then one per parameter.
function listQueries({ query }: Operation): CostlyRequest[] {
  const values = ["a", LETTERS, '"', "%25", "-x ", "1", "*a_ "];
  const own = Object.keys(query?.shape ?? {}).flatMap((name) =>
    values.map((value) => ({
      what: `${name}=${value}…`,
      query: `${name}=${encodeURIComponent(filled(decodeURIComponent(value), MAX_QUERY_LENGTH / 3)).slice(0, MAX_QUERY_LENGTH)}`,
    })),
  );
  return [
    { what: "a&a&… in the query", query: filled("a&", MAX_QUERY_LENGTH) },
    { what: "%zz… in the query", query: filled("%zz&", MAX_QUERY_LENGTH) },
    ...own,
  ];
}

// Webhooks of mail services, signed and unsigned; hostile-mails.test.ts covers signed ones in depth.
const streamedBodies: CostlyRequest[] = [
  {
    what: "20 MB of small parts",
    type: "multipart/form-data; boundary=b",
    body: filled('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n', 20_000_000),
  },
  { what: "20 MB of a=%41&", type: "application/x-www-form-urlencoded", body: filled("a=%41&", 20_000_000) },
  { what: "20 MB of lines", type: "message/rfc822", body: filled("a\n", 20_000_000) },
  { what: "20 MB of [", type: "application/json", body: filled("[", 20_000_000) },
];

function listBodies(operation: Operation): CostlyRequest[] {
  const { body } = operation;
  if (!body) return [];
  if (body.kind === "stream") return streamedBodies;
  const whole = getMaxBodyBytes(operation);
  // Only bodies with images may exceed `page`. Their text is measured at the limit of a chat.
  const most = whole > jsonLimits.page ? jsonLimits.chat : whole;
  const names = Object.keys((body.schema as unknown as { shape?: object }).shape ?? {});
  if (body.kind === "form") {
    const type = "application/x-www-form-urlencoded";
    const fill = (text: string) => ({ what: `${text}…`, type, body: filled(text, most) });
    return [
      ..."a&|a=&|%41|%F0%9F%92%A9|=|&".split("|").map(fill),
      ...["a&", "x"].map((text) => ({
        ...fill(text),
        what: `2 MB of ${text}…`,
        body: filled(text, 2 * 1024 * 1024),
      })),
    ];
  }
  if (body.kind === "multipart") {
    const type = "multipart/form-data; boundary=b";
    const part = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    return [
      { what: "many small parts", type, body: `${part("a", "b").repeat(5_000)}--b--\r\n` },
      { what: "boundaries that are none", type, body: `${part("a", filled("\r\n--", 500_000))}--b--\r\n` },
      ...names.map((name) => ({
        what: `a long ${name}`,
        type,
        body: `${part(name, filled(LETTERS, 90_000))}--b--\r\n`,
      })),
    ];
  }
  const json = (what: string, text: string) => ({ what, type: "application/json", body: text });
  const wrapped = (open: string, close: string) => {
    const depth = Math.floor((most - 1) / (open.length + close.length));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  };
  const messages = [{ role: "user", content: filled("*a_ ", whole - 200) }];
  return [
    ...(whole > most
      ? [json("a body as long as it may be", JSON.stringify({ model: "x", max_tokens: 1, messages }))]
      : []),
    json("[0,0,…]", `[${filled("0,", most - 3)}0]`),
    json("[[[[…", wrapped("[", "]")),
    json('{"a":{"a":…', wrapped('{"a":', "}")),
    json(
      "many names",
      `{${Array.from({ length: Math.floor(most / 14) - 1 }, (_, n) => `"k${n}":0`).join(",")}}`,
    ),
    json("escapes", `{"${names[0] ?? "a"}":"${filled("\\u0061", most - 100 - ((most - 100) % 6))}"}`),
    ...names.map((name) => json(`a long ${name}`, JSON.stringify({ [name]: filled("*a_ ", most - 100) }))),
    ...names.map((name) =>
      json(`${name} of many`, `{"${name}":[${filled('"",', most - 100 - ((most - 100) % 3))}""]}`),
    ),
  ];
}

const getHeaders = (): CostlyRequest[] =>
  ["cookie", "accept", "x-session-id", "last-event-id", "idempotency-key", "if-none-match", "range"].map(
    (name) => ({
      what: `a long ${name}`,
      headers: { [name]: filled("a=b;, ", 12_000) },
    }),
  );

// Measures the CPU time of one request in milliseconds, across all threads of this process.
async function measureCost(
  caller: Caller,
  { access, method, path }: Operation,
  { query = "", body, type, headers }: CostlyRequest,
) {
  const authorization =
    caller === "member" && (access === "login" ? `Bearer ${loginToken}` : ada.api.authorization);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const request = {
    method,
    path: fillAddress(path, { chat, group: ada.group }),
    query,
    headers: {
      ...(authorization && { authorization }),
      ...(caller === "visitor" && { "x-session-id": visitor }),
      ...(type && { "content-type": type }),
      ...(bytes && { "content-length": String(bytes.length) }),
      ...headers,
    },
    address: "192.0.2.1",
    signal: AbortSignal.timeout(60_000),
    body: Readable.from(bytes ? [bytes] : []),
  };
  let given: Awaited<ReturnType<typeof answer>> | undefined;
  const taken = await processorTime(async () => {
    given = await answer(request);
  });
  if (given?.body instanceof Readable) given.body.destroy();
  expect(given?.status).not.toBe(500);
  return taken;
}

// Excluded: operations that delete data needed by other calls, or that respond only after an event.
const LEFT_OUT = new Set([
  "logout",
  "deleteMe",
  "deleteChat",
  "leaveChat",
  "setChatPublic",
  "leavePublicConversation",
]);
const asked = routes.filter(({ name }) => !LEFT_OUT.has(name));

// Milliseconds of the calibration loop on the machine on which the limits were chosen.
const USUAL_MS = 20;
const rows = Array.from({ length: 2000 }, (_, n) => ({ name: `row ${n}`, value: n, flags: [true, false] }));
// Returns this machine's slowdown relative to it, at least 1. Parallel load competes for caches and hyper-threads.
async function measureSlowness(): Promise<number> {
  const work = () => {
    for (let n = 0; n < 20; n++) JSON.parse(JSON.stringify(rows));
  };
  return Math.max(1, (await leastProcessorTime(work)) / USUAL_MS);
}
let usualSlowness = 1;
beforeAll(async () => {
  usualSlowness = await measureSlowness();
});

// Operations with open access behave the same for everyone, so one caller suffices.
const isReached = (caller: Caller, { access }: Operation) =>
  access === "anyone" || (access === "visitor" ? caller === "visitor" : caller === "member");
const calls = asked.flatMap(({ name, operation }) =>
  CALLERS.filter((caller) => operation.access !== "anyone" || caller === "outsider").map(
    (caller) => [name, caller, operation] as const,
  ),
);

test.each(calls)(
  "no request to %s exceeds its cost limit: %s",
  async (name, caller, operation) => {
    const reason = isReached(caller, operation) ? REASONS[name] : undefined;
    const usualLimitMs = reason?.limitMs ?? LIMITS_MS[caller];
    const tooMuch: string[] = [];
    for (const one of [...listQueries(operation), ...listBodies(operation), ...getHeaders()]) {
      let least = Number.POSITIVE_INFINITY;
      let limitMs = usualSlowness * usualLimitMs;
      for (let n = 0; n < TRIES && least > limitMs; n++) {
        if (n > 0) limitMs = (await measureSlowness()) * usualLimitMs;
        least = Math.min(least, await measureCost(caller, operation, one));
      }
      if (least > limitMs) tooMuch.push(`${one.what}: ${Math.round(least)} ms`);
    }
    expect(tooMuch).toEqual([]);
  },
  120_000,
);
