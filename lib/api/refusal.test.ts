import { connect } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { startServer } from "@/test/server";

/** What is refused before anybody looks at what it asks, as bytes on a connection. */
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
  ["a header of no name", 400, `${start}: x\r\n\r\n`],
  ["a method that nobody knows", 400, `${start.replace("GET", "FROB")}\r\n`],
  ["two lengths", 400, `${start}content-length: 1\r\ncontent-length: 2\r\n\r\n`],
  ["long headers", 431, `${start}x-long: ${"x".repeat(20_000)}\r\n\r\n`],
  ["endless headers", 431, `${start}x-long: ${"x".repeat(1_600_000)}`],
  ["a long address", 431, `GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ["half a request", 408, `${start}x-half: `],
])("%s is refused with %i, in the form of all errors", async (_, status, bytes) => {
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
  test.each(["m", "€", "😀"])("holds a memo of 100,000 characters (%s)", async (sign) => {
    const memo = sign.repeat(100_000);
    const path = `/chats/${chat.id}/memo?memo=`;
    expect((await ada.api.put(path + encodeURIComponent(memo))).status).toBe(200);
    expect((await ada.api.get(`/chats/${chat.id}`)).body.memo).toBe(memo);
    expect((await ada.api.put(`${path}${memo}x`)).status).toBe(422);
  });

  test("that is longer than its fields can be is refused", async () => {
    const { status, body } = await ada.api.get(`/chats?x=${"x".repeat(20_000)}`);
    expect([status, body.status_code]).toEqual([431, 431]);
  });
});
