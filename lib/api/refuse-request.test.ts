import { connect } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

// Requests that are rejected before routing, sent as raw bytes.
const server = await startServer();
afterAll(() => server.close());
const ada = await person(server.url);
const chat = (await ada.api.post("/chats", {})).body;

const exchange = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = "";
    socket.on("data", (data) => {
      text += data;
    });
    socket.on("error", reject).on("close", () => resolve(text));
  });
const start = "GET /api/v1/chats HTTP/1.1\r\nhost: x\r\n";

test.each([
  ["no HTTP", 400, "nonsense\r\n\r\n"],
  ["no host", 400, "GET /api/v1/chats HTTP/1.1\r\n\r\n"],
  ["no host, not even by its name", 400, "GET /api/v1/chats HTTP/1.1\r\nhost:\r\n\r\n"],
  ["two hosts", 400, `${start}host: y\r\n\r\n`],
  ["the same host twice", 400, `${start}Host: x\r\n\r\n`],
  ["hosts in a list", 400, start.replace("host: x", "host: x, y\r\n")],
  ["a host with a path", 400, start.replace("host: x", "host: x/y\r\n")],
  ["a host with a name", 400, start.replace("host: x", "host: a@x\r\n")],
  ["a port that is none", 400, start.replace("host: x", "host: x:99999\r\n")],
  ["a host of three and more dots", 400, start.replace("host: x", "host: 1.2.3.4.5\r\n")],
  ["TRACE", 405, `${start.replace("GET", "TRACE")}\r\n`],
  ["TRACE of a page", 405, `${start.replace("GET /api/v1/chats", "TRACE /login")}\r\n`],
  ["a method of WebDAV", 405, `${start.replace("GET", "PROPFIND")}\r\n`],
  ["CONNECT", 405, "CONNECT evil.test:80 HTTP/1.1\r\nhost: evil.test:80\r\n\r\n"],
  ["a preface of HTTP/2", 400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["the server as a whole", 400, `${start.replace("GET /api/v1/chats", "OPTIONS *")}\r\n`],
  ["an asterisk", 400, `${start.replace("/api/v1/chats", "*")}\r\n`],
  ["a whole address", 400, `${start.replace("/api", "http://x/api")}\r\n`],
  ["a whole address of another", 400, `${start.replace("/api", "https://evil.test/api")}\r\n`],
  ["a host as its target", 400, `${start.replace("/api/v1/chats", "x:80")}\r\n`],
  ["a path without a slash", 400, `${start.replace("/api", "api")}\r\n`],
  ["no target", 400, `${start.replace("/api/v1/chats ", "")}\r\n`],
  ["a header of no name", 400, `${start}: x\r\n\r\n`],
  ["a method that nobody knows", 400, `${start.replace("GET", "FROB")}\r\n`],
  ["two lengths", 400, `${start}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ["long headers", 431, `${start}x-long: ${"x".repeat(20_000)}\r\n\r\n`],
  ["endless headers", 431, `${start}x-long: ${"x".repeat(1_600_000)}`],
  ["a long address", 431, `GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ["half a request", 408, `${start}x-half: `],
])("%s is refused with %i, in the format of all errors", async (_, status, bytes) => {
  const answer = await exchange(bytes);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
  expect(head).toMatch(/^content-type: application\/json/im);
  expect(JSON.parse(body)).toEqual({
    error: expect.any(String),
    message: expect.any(String),
    status_code: status,
  });
});

describe("a query", () => {
  test.each(["m", "€", "😀"])("may contain a memo of 100,000 characters (%s)", async (sign) => {
    const memo = sign.repeat(100_000);
    const path = `/chats/${chat.id}/memo?memo=`;
    expect((await ada.api.put(path + encodeURIComponent(memo))).status).toBe(200);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.memo).toBe(memo);
    expect((await ada.api.put(`${path}${memo}x`)).status).toBe(422);
  });

  test("longer than its fields allow is refused", async () => {
    const { status, body } = await ada.api.get(`/chats?x=${"x".repeat(20_000)}`);
    expect([status, body.status_code]).toEqual([431, 431]);
  });
});
