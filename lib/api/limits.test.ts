import { readdirSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOneMinute, untilRefused } from "@/test/allowances";
import { client, person } from "@/test/client";
import { startServer } from "@/test/server";

/**
 * Size, count and rate limits: exceeding one returns an error that names it, stores nothing and doesn't affect other
 * callers.
 */
process.env.RATE_LIMIT_MESSAGES = "8";
process.env.RATE_LIMIT_STOPS = "5";
process.env.RATE_LIMIT_REQUESTS = "60";
process.env.TRUST_PROXY = "1";
const server = await startServer();
afterAll(() => server.close());

const MB = 1024 * 1024;
let ada: Awaited<ReturnType<typeof person>>;
let chat: { id: number; uuid: string };
beforeAll(async () => {
  ada = await person(server.url);
  chat = (await ada.api.post("/chats", { virtual_assistant_id: null })).body;
});
// Rate limits count per caller, so unrelated tests each use their own user.
const somebody = async () => {
  const { api } = await person(server.url);
  return { api, chat: (await api.post("/chats", { virtual_assistant_id: null })).body as typeof chat };
};
const uploads = () => {
  const folder = join(process.env.DATA_DIR!, "uploads");
  return readdirSync(folder, { withFileTypes: true }).length;
};

// Sends raw bytes and resolves with the complete response.
const exchange = (bytes: string, url = server.url) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    socket.setEncoding("latin1").on("data", (data) => {
      text += data;
    });
    socket.on("close", () => resolve(text)).on("error", reject);
  });

test("JSON above the limit of its operation is refused, with and without a content length", async () => {
  const { api, chat } = await somebody();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ canvas: "x".repeat(4 * MB) });
  const path = `/chats/${chat.id}/canvas`;
  const told = await api.send("PUT", path, { body, headers });
  expect([told.status, told.body.message]).toEqual([413, expect.stringContaining("4 MB")]);
  const ordinary = await api.put(`/chats/${chat.id}/goal`, { goal: "", more: "x".repeat(256 * 1024) });
  expect([ordinary.status, ordinary.body.message]).toEqual([413, expect.stringContaining("256 KB")]);
  const stream = new Blob([body]).stream();
  const chunked = await api.send("PUT", path, { body: stream, headers, duplex: "half" } as RequestInit);
  expect(chunked.status).toBe(413);
  const fits = await api.put(path, { canvas: "x".repeat(MB) });
  expect(fits.status).toBe(200);
  expect((await api.put(path, { canvas: "x".repeat(MB + 1) })).status).toBe(422);
});

test("a body of a gigabyte is refused before it is received", async () => {
  const { api, chat } = await somebody();
  const answer = await exchange(
    [
      `PUT /api/v1/chats/${chat.id}/canvas HTTP/1.1`,
      "host: x",
      `authorization: ${api.authorization}`,
      "content-type: application/json",
      "content-length: 1073741824",
      "",
      '{"canvas":"',
    ].join("\r\n"),
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer.toLowerCase()).toContain("connection: close");
});

test("an encoded body is not decompressed", async () => {
  const { api, chat } = await somebody();
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await api.send("PUT", `/chats/${chat.id}/extra`, { body: Buffer.alloc(1000), headers });
  expect(answer.status).toBe(415);
});

test("headers over 16 KB return 431, and conflicting body lengths 400", async () => {
  const start = "GET /api/v1/health/live HTTP/1.1\r\nhost: x\r\n";
  expect(await exchange(`${start}x-long: ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  expect(await exchange(`${start}authorization: Bearer ${"x".repeat(20_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  );
  const both = "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(await exchange(start.replace("GET", "POST") + both)).toMatch(/^HTTP\/1.1 400 /);
  expect(await exchange(`${start}content-length: 1\r\ncontent-length: 2\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
});

test("ten files of a message are stored, and eleven are refused as a whole", async () => {
  const { api, chat } = await somebody();
  const files = (count: number) => Array.from({ length: count }, (_, i) => new File([`${i}`], `${i}.txt`));
  const send = (count: number) =>
    api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", files: files(count) });
  const eleven = await send(11);
  expect([eleven.status, eleven.body.message]).toEqual([413, expect.stringContaining("10 files")]);
  expect((await api.get(`/chats/${chat.id}/messages`)).body).toEqual([]);
  expect((await send(10)).status).toBe(200);
  const [message] = (await api.get(`/chats/${chat.id}/messages`)).body;
  expect(message.message_attachments).toHaveLength(10);
  expect(uploads()).toBe(0);
});

test("a file of 50 MB is stored, and a larger one is refused with its name and the limit", async () => {
  const { api, chat } = await somebody();
  const send = (size: number) =>
    api.multipart(`/chats/${chat.id}/messages`, {
      message_input: "x",
      files: [new File([Buffer.alloc(size, "x")], "big.txt")],
    });
  const over = await send(50 * MB + 1);
  expect([over.status, over.body.message]).toEqual([413, expect.stringMatching(/big\.txt.*50 MB/)]);
  expect((await api.get(`/chats/${chat.id}/messages`)).body).toEqual([]);
  expect(uploads()).toBe(0);
  expect((await send(50 * MB)).status).toBe(200);
});

test("a request over 200 MB is refused by its content length, before it is received", async () => {
  const { api, chat } = await somebody();
  const answer = await exchange(
    [
      `POST /api/v1/chats/${chat.id}/messages HTTP/1.1`,
      "host: x",
      `authorization: ${api.authorization}`,
      "content-type: multipart/form-data; boundary=b",
      `content-length: ${202 * MB}`,
      "",
      "--b\r\n",
    ].join("\r\n"),
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain("200 MB");
});

test("a body with too many parts is refused", async () => {
  const { api, chat } = await somebody();
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, "x"]));
  expect((await api.multipart(`/chats/${chat.id}/messages`, { message_input: "x", ...fields })).status).toBe(
    413,
  );
  const long = { message_input: "x".repeat(MB + 1) };
  expect((await api.multipart(`/chats/${chat.id}/messages`, long)).status).toBe(413);
});

test("an aborted upload leaves no files", async () => {
  const { api, chat } = await somebody();
  const cut = () =>
    new Promise<void>((resolve) => {
      const sending = request(`${server.url}/api/v1/chats/${chat.id}/messages`, {
        method: "POST",
        headers: {
          authorization: api.authorization!,
          "content-type": "multipart/form-data; boundary=b",
          "content-length": String(4 * MB),
        },
      });
      sending.on("error", () => resolve());
      sending.write('--b\r\ncontent-disposition: form-data; name="message_input"\r\n\r\nx\r\n');
      sending.write('--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n');
      sending.write(Buffer.alloc(3 * MB, "x"), () => sending.destroy());
    });
  await Promise.all(Array.from({ length: 10 }, cut));
  await expect.poll(uploads).toBe(0);
  expect((await api.get(`/chats/${chat.id}/messages`)).body).toEqual([]);
});

test.each(["", "; boundary=", "; boundary=b"])(
  "a malformed multipart body %j returns 400",
  async (parameter) => {
    const { api, chat } = await somebody();
    const headers = { "content-type": `multipart/form-data${parameter}` };
    const none = await api.send("POST", `/chats/${chat.id}/messages`, { body: "", headers });
    expect(none.status).toBe(422);
    for (const body of [
      "x",
      "--b",
      "--b\r\n\r\n",
      '--b\r\ncontent-disposition: form-data; name="message_input"\r\n\r\nx',
    ]) {
      const answer = await api.send("POST", `/chats/${chat.id}/messages`, { body, headers });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  },
);

const rates = ({ headers }: { headers: Headers }) =>
  ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`)));
test(
  "requests are limited per caller, and the refusal says when to retry",
  inOneMinute(async () => {
    const [one, other] = [await somebody(), await somebody()];
    const [limit, remaining] = rates(await one.api.get("/chats"));
    expect(limit).toBe(60);
    expect(rates(await one.api.get("/chats"))[1]).toBe(remaining! - 1);
    const { answer } = await untilRefused(() => one.api.get("/chats"), 60);
    expect(answer.body).toEqual({
      error: "Too Many Requests",
      message: expect.any(String),
      status_code: 429,
      retry_after: Number(answer.headers.get("retry-after")),
    });
    expect(answer.body.retry_after).toBeGreaterThan(0);
    expect(answer.body.retry_after).toBeLessThanOrEqual(60);
    expect((await other.api.get("/chats")).status).toBe(200);
  }),
);

test(
  "messages have their own limit, and repeated keys count as requests only",
  inOneMinute(async () => {
    const { api, chat } = await somebody();
    const send = (headers = {}) =>
      api.multipart(`/chats/${chat.id}/messages`, { message_input: "x" }, headers);
    const key = { "idempotency-key": "the first" };
    const first = (await send(key)).body;
    await untilRefused(send, 8);
    expect((await api.get("/chats")).status).toBe(200);
    const again = await send(key);
    expect([again.status, again.body]).toEqual([200, first]);
    // A rejected request does not consume its idempotency key.
    expect((await send({ "idempotency-key": "another" })).status).toBe(429);
    const { count } = await untilRefused(() => send(key), 60);
    expect(count).toBe(59);
  }),
);

test(
  "stopping by id is limited per address, which only the outermost proxy determines",
  inOneMinute(async () => {
    const stop = (forwarded: string) => () =>
      client(server.url).del(`/chats/streaming_response/${crypto.randomUUID()}`, undefined, {
        "x-forwarded-for": forwarded,
      });
    const { count } = await untilRefused(stop("198.51.100.7"), 5);
    expect(count).toBeLessThanOrEqual(5);
    // Entries that the client itself sent are ignored.
    expect((await stop("203.0.113.9, 198.51.100.7")()).status).toBe(429);
    expect((await stop("203.0.113.9")()).status).toBe(404);
    await untilRefused(stop("2001:db8:1:2::1"), 5);
    expect((await stop("2001:db8:1:2:ffff::9")()).status).toBe(429);
    expect((await stop("2001:db8:1:3::1")()).status).toBe(404);
  }),
);
