import { connect } from "node:net";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { handle as handleByNext } from "@/app/api/v1/next";
import { routes } from "@/app/api/v1/table";
import { config } from "@/lib/platform/config";
import { client, person } from "@/test/client";
import { logged } from "@/test/logged";
import { startServer } from "@/test/server";
import { get } from "./contract";
import { implementFor } from "./routes";
import { serve } from "./serve";

// Properties of all responses of both servers: headers, error formats, request IDs, addresses and methods.
const log = logged();
const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
const json = { "content-type": "application/json" };
const authorization = ada.api.authorization!;

type RawRequest = { method: string; path: string; body?: string | Buffer; headers?: Record<string, string> };
const form = { "content-type": "application/x-www-form-urlencoded" };
const multipart = { "content-type": "multipart/form-data; boundary=b" };
const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const asked: [string, number, RawRequest][] = [
  ["a list", 200, { method: "GET", path: "/chats?page_size=1" }],
  ["a list with a slash", 200, { method: "GET", path: "/chats/?page_size=1" }],
  ["a chat", 200, { method: "GET", path: `/chats/${chat.id}` }],
  ["a chat with a slash", 200, { method: "GET", path: `/chats/${chat.uuid}/` }],
  ["some fields", 200, { method: "GET", path: `/chats/${chat.id}/fields?fields=name&fields=goal` }],
  ["a setting in the query", 200, { method: "PUT", path: `/chats/${chat.id}/memo?memo=%C3%A4+b%2B%&x` }],
  [
    "a setting in the body",
    200,
    { method: "PUT", path: `/chats/${chat.id}/goal`, body: '{"goal":"ä"}', headers: json },
  ],
  ["an empty query", 200, { method: "PUT", path: `/chats/${chat.id}/mention_name?` }],
  [
    "a message",
    200,
    {
      method: "POST",
      path: "/chats/999999/messages",
      body: `${part("message_input", "ä")}--b--\r\n`,
      headers: multipart,
    },
  ],
  ["a preflight", 204, { method: "OPTIONS", path: "/chats" }],
  ["health", 200, { method: "GET", path: "/health/live" }],
  ["an unknown chat", 404, { method: "GET", path: "/chats/999999" }],
  ["an unknown address", 404, { method: "GET", path: "/nothing" }],
  ["the root", 404, { method: "GET", path: "" }],
  ["the root with a slash", 404, { method: "GET", path: "/" }],
  ["a name behind an id", 404, { method: "GET", path: `/chats/${chat.id}/x.css` }],
  ["a parameter of a segment", 404, { method: "GET", path: "/chats;x" }],
  ["another case", 404, { method: "GET", path: "/Chats" }],
  ["an empty segment", 404, { method: "GET", path: "//chats" }],
  ["broken encoding", 404, { method: "GET", path: "/chats/%" }],
  ["an encoded slash", 422, { method: "GET", path: `/chats/${chat.id}%2fmessages` }],
  ["an encoded way up", 422, { method: "GET", path: "/chats/..%2f..%2fusers" }],
  ["an encoded letter", 200, { method: "GET", path: `/%63hats/${chat.id}` }],
  ["a wrong method", 405, { method: "PATCH", path: "/chats" }],
  ["a wrong method on an id", 405, { method: "POST", path: `/chats/${chat.id}` }],
  ["no credentials", 401, { method: "GET", path: "/chats", headers: { authorization: "" } }],
  ["broken JSON", 400, { method: "PUT", path: `/chats/${chat.id}/goal`, body: "{", headers: json }],
  [
    "another type",
    415,
    { method: "PUT", path: `/chats/${chat.id}/goal`, body: "x", headers: { "content-type": "text/plain" } },
  ],
  ["no body", 422, { method: "PUT", path: `/chats/${chat.id}/goal` }],
  [
    "a wrong value",
    422,
    { method: "PUT", path: `/chats/${chat.id}/goal`, body: '{"goal":1}', headers: json },
  ],
  [
    "broken UTF-8",
    400,
    { method: "PUT", path: `/chats/${chat.id}/goal`, body: Buffer.from([34, 255, 34]), headers: json },
  ],
  [
    "a wrong password",
    401,
    { method: "POST", path: "/auth/login", body: "username=a%40b.cd&password=nonsense", headers: form },
  ],
];
asked.find(([name]) => name === "a message")![2].path = `/chats/${chat.id}/messages`;

const bySocket = ({ path, ...init }: RawRequest) =>
  fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { authorization, ...init.headers },
  } as RequestInit);
const byNext = ({ path, body, ...init }: RawRequest) =>
  handleByNext(
    new Request(`http://localhost/api/v1${path}`, {
      ...init,
      body: body as BodyInit,
      headers: {
        authorization,
        ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
        ...init.headers,
      },
    }),
  );
const varying = ["x-request-id", "date", "connection", "keep-alive", "content-length", "transfer-encoding"];
const changing = [...varying, "ratelimit-remaining", "ratelimit-reset"];
async function seen(response: Response) {
  const headers = [...response.headers].filter(([name]) => !changing.includes(name));
  const text = (await response.text()).replace(/"(user_message_id|at|\w+_at)":("[^"]*"|\d+)/g, '"$1":0');
  return { status: response.status, headers: Object.fromEntries(headers), text };
}

test.each(asked)("%s returns %i, and the same from both mounts", async (_, status, request) => {
  const answer = await seen(await bySocket(request));
  expect(answer.status).toBe(status);
  expect(await seen(await byNext(request))).toEqual(answer);
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(answer.headers).not.toHaveProperty("x-powered-by");
  expect(answer.headers).not.toHaveProperty("location");
  if (status < 400) return;
  const body = JSON.parse(answer.text);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  if (status === 422) {
    expect(body).toEqual({
      detail: [
        { loc: [expect.any(String), expect.any(String)], msg: expect.any(String), type: expect.any(String) },
      ],
    });
  } else {
    expect(body).toEqual({ error: expect.any(String), message: expect.any(String), status_code: status });
  }
});

test("every wrong method of every address returns a 405 with the allowed ones", async () => {
  const paths = new Map<string, string[]>();
  for (const { operation } of routes) {
    const path = operation.path.replace(/\{\w+\}/g, "1");
    paths.set(path, [...(paths.get(path) ?? []), operation.method]);
  }
  for (const [path, methods] of paths)
    for (const wrong of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => !methods.includes(name))) {
      const { status, headers } = await ada.api.send(wrong, path);
      expect([wrong, path, status]).toEqual([wrong, path, 405]);
      expect([path, headers.get("allow")?.split(", ").sort()]).toEqual([path, [...methods].sort()]);
    }
  expect((await ada.api.send("PROPFIND", "/chats")).status).toBe(405);
});

describe("request ids", () => {
  const getId = async (text: string) =>
    (await client(server.url).get("/health/live", { "x-request-id": text })).headers.get("x-request-id");

  test.each(["0123abcd", "a.b-c_d.e", "0".repeat(100)])("%s is kept", async (id) => {
    expect(await getId(id)).toBe(id);
  });
  test.each([
    "",
    "short",
    "0".repeat(101),
    "0".repeat(10_000),
    "has a space",
    "\u001b[31mred".slice(1),
    'quo"te---',
    "a;b;c;d;e",
    "<script>1",
  ])("%j is replaced", async (id) => {
    expect(await getId(id)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("an invalid Last-Event-ID is ignored", async () => {
  const sent = await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", is_sync: "0" });
  const path = `/chats/streaming/${sent.body.streaming_task_id}`;
  for (const id of ["abc", "-1", "1e18", "99999999999999999999", "", "1.5"]) {
    const { status, body } = await ada.api.get(path, { accept: "text/event-stream", "last-event-id": id });
    expect([status, body]).toEqual([200, expect.stringContaining("event: done")]);
  }
  for (const [idx, status] of Object.entries({
    "-1": 200,
    "-2": 422,
    "1e18": 422,
    "2147483648": 422,
    "2147483647": 200,
  })) {
    expect([idx, (await ada.api.get(`${path}?chunk_idx=${idx}`)).status]).toEqual([idx, status]);
  }
});

test("responses disable DNS prefetching", async () => {
  for (const path of ["/api/v1/users/me", "/api/v1/nothing", "/api/v1/health/live"])
    expect((await fetch(`${server.url}${path}`)).headers.get("x-dns-prefetch-control")).toBe("off");
});

test("responses set HSTS only if the configured address uses https", async () => {
  const header = async () => (await ada.api.get("/chats")).headers.get("strict-transport-security");
  expect(await header()).toBeNull();
  const { appUrl } = config();
  Object.assign(config(), { appUrl: "https://parley.test" });
  expect(await header()).toMatch(/^max-age=\d{8}/);
  Object.assign(config(), { appUrl });
});

// Calls one failing operation, optionally with a caller that disconnects.
function failing(fail: () => never, signal = new AbortController().signal) {
  const api = { fail: get("/fail", { summary: "Fails", access: "anyone" }) };
  return serve(implementFor()("Test", api, { fail }))({
    method: "GET",
    path: "/fail",
    query: "",
    headers: {},
    address: "127.0.0.1",
    signal,
    body: Readable.from([]),
  });
}

test("an unexpected error reveals nothing but the request id", async () => {
  const secret = "select password_hash from users -- /srv/parley/db.ts sk-canary";
  const answer = await failing(() => {
    throw new Error(secret, { cause: new TypeError(secret) });
  });
  const id = answer.headers["x-request-id"]!;
  expect([answer.status, JSON.parse(answer.body as string)]).toEqual([
    500,
    { error: "Internal Server Error", message: expect.stringContaining(id), status_code: 500 },
  ]);
  expect(JSON.stringify(answer)).not.toMatch(/select|canary|srv|node_modules/);
  expect(log.filter((line) => line.includes(id)).length).toBeGreaterThan(1);
});

test("an aborted request is no server error", async () => {
  const caller = new AbortController();
  const { status, headers } = await failing(() => {
    caller.abort();
    throw caller.signal.reason;
  }, caller.signal);
  expect(status).toBe(400);
  const lines = log.filter((line) => line.includes(headers["x-request-id"]!));
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([30]);
});

test("a client that sends its whole body before reading still receives the refusal", async () => {
  const { hostname, port } = new URL(server.url);
  const size = 8 * 1024 * 1024;
  const upload = (line: string, headers: string[], isChunked = false) =>
    new Promise<string>((resolve, reject) => {
      const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${size}`;
      const socket = connect(Number(port), hostname, () => {
        socket.pause();
        const chunk = isChunked ? `${size.toString(16)}\r\n` : "";
        socket.write(`${[`${line} HTTP/1.1`, "host: x", length, ...headers, "", ""].join("\r\n")}${chunk}`);
        socket.write(Buffer.alloc(size, "x"));
        socket.write(isChunked ? "\r\n0\r\n\r\n" : "", () => socket.resume());
      });
      let text = "";
      socket.on("data", (data) => {
        text += data;
      });
      socket.on("error", reject).on("close", () => resolve(text));
    });
  const mine = `authorization: ${authorization}`;
  const parts = "content-type: multipart/form-data; boundary=b";
  const send = `POST /api/v1/chats/${chat.id}/messages`;
  const put = `PUT /api/v1/chats/${chat.id}/goal`;
  expect(await upload(send, ["authorization: Bearer x", parts])).toMatch(
    /^HTTP\/1.1 401 .*"status_code":401/s,
  );
  expect(await upload("POST /api/v1/chats/x.y/messages", [mine, parts])).toMatch(
    /^HTTP\/1.1 422 .*"detail"/s,
  );
  expect(await upload(send, [mine])).toMatch(/^HTTP\/1.1 415 .*"status_code":415/s);
  expect(await upload("POST /api/v1/nothing", [mine])).toMatch(/^HTTP\/1.1 404 .*"status_code":404/s);
  for (const isChunked of [true, false]) {
    const answer = await upload(put, [mine, "content-type: application/json"], isChunked);
    expect(answer).toMatch(/^HTTP\/1.1 413 .*"status_code":413/s);
  }
});

test("invalid HTTP and immediate disconnects affect no other caller", async () => {
  const { hostname, port } = new URL(server.url);
  const before = log.length;
  const say = (bytes: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end(bytes));
      socket
        .on("error", () => resolve())
        .on("close", () => resolve())
        .resume();
    });
  const start = `GET /api/v1/chats HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n`;
  await Promise.all([
    say("\u0016\u0003\u0001"),
    say("GET\r\n\r\n"),
    say(start),
    say(`${start}x-nul: a\0b\r\n\r\n`),
    say(`${start}x-line: a\rb\r\n\r\n`),
    say("CONNECT evil.test:80 HTTP/1.1\r\nhost: evil.test:80\r\n\r\n"),
    say(
      `${start.replace("GET", "PUT").replace("chats", `chats/${chat.id}/goal`)}content-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
    ),
    say(`${start.replace("GET", "DELETE")}\r\n`),
  ]);
  expect((await client(server.url).get("/health/live")).status).toBe(200);
  expect((await ada.api.get(`/chats/${chat.id}`)).status).toBe(200);
  // A client error: not logged as ours or as a database failure.
  expect(log.slice(before).filter((line) => /"level":50|"status":5/.test(line))).toEqual([]);
});
