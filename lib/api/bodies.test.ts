import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v1/table";
import { client, person } from "@/test/client";
import { startServer } from "@/test/server";
import { getMaxBodyBytes } from "./read-input";
import { closeSlowRequests } from "./slow-requests";

// Maximum body sizes by operation, authentication before the body is read, and minimum upload speed.
const server = await startServer();
afterAll(() => server.close());
let ada: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  ada = await person(server.url);
});
const somebody = async () => {
  const { api } = await person(server.url);
  return {
    api,
    chat: (await api.post("/chats", { virtual_assistant_id: null })).body as { id: number; uuid: string },
  };
};

// Returns the summed maximum lengths of a schema's texts, or undefined when one is unbounded.
function longest(schema: Schema, all: Record<string, Schema>): number | undefined {
  if (schema.$ref) return longest(all[schema.$ref.split("/").at(-1)!]!, all);
  if (schema.anyOf) return most(schema.anyOf.map((one) => longest(one, all)));
  if (schema.type === "string") return schema.maxLength ?? (schema.enum || schema.format ? 40 : undefined);
  if (schema.type === "array") {
    const item = longest(schema.items ?? {}, all);
    return item === undefined || schema.maxItems === undefined ? undefined : item * schema.maxItems;
  }
  if (schema.type === "object") {
    const fields = Object.values(schema.properties ?? {}).map((field) => longest(field, all));
    return fields.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  }
  return 10;
}
const most = (lengths: (number | undefined)[]) => Math.max(...lengths.map((length) => length ?? 0));
type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
};

// Compatible APIs: their clients expect fields without length limits.
const others = ["openai", "anthropic"];
const takers = routes.filter(
  ({ operation: { body, speaks = "" } }) => body?.kind === "json" && !others.includes(speaks),
);
test.each(takers.map(({ name, operation }) => [name, operation] as const))(
  "%s accepts a body as large as its fields allow",
  (_, operation) => {
    const options = { unrepresentable: "any", io: "input" } as const;
    const schema = z.toJSONSchema(operation.body!.schema, options) as Schema;
    expect(getMaxBodyBytes(operation)).toBeGreaterThanOrEqual(longest(schema, schema.$defs ?? {}) ?? 0);
  },
);

test("forms of anonymous callers have at most 16 KB and a hundred fields", async () => {
  const anyone = client(server.url);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const login = (body: string) => anyone.send("POST", "/auth/login", { body, headers });
  expect((await login(`username=a%40b.cd&password=x&scope=${"x".repeat(15_000)}`)).status).toBe(401);
  const many = await login("a&".repeat(8_000));
  expect([many.status, many.body.message]).toEqual([400, expect.stringContaining("100 fields")]);
  const large = await login("a&".repeat(8_200));
  expect([large.status, large.body.message]).toEqual([413, expect.stringContaining("16 KB")]);
  const register = await anyone.post("/auth/register", { full_name: "x".repeat(16 * 1024) });
  expect([register.status, register.body.message]).toEqual([413, expect.stringContaining("16 KB")]);
});

test("a caller without a login token is refused before the body is read", async () => {
  const body = `[${"0,".repeat(7_000)}0`;
  for (const authorization of [undefined, "Bearer x", ada.api.authorization]) {
    const answer = await client(server.url, authorization).send("POST", "/auth/login/group", {
      body,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(401);
  }
});

test("a caller without a session of the public chat is refused before the body is read", async () => {
  const { api, chat } = await somebody();
  await api.put(`/chats/${chat.id}/public?is_public=true`);
  const send = (sid: string) =>
    client(server.url).send("POST", `/public/chats/${chat.uuid}/messages?sid=${sid}`, {
      body: "no part at all",
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
  expect((await send(crypto.randomUUID())).status).toBe(404);
  const session = await client(server.url).post(`/public/chats/${chat.uuid}/public-session`, {});
  expect((await send(session.body)).status).toBe(400);
});

test("an array of too many values is refused with few errors", async () => {
  const { api, chat } = await somebody();
  const zeros = (count: number) => `[${"0,".repeat(count - 1)}0]`;
  const headers = { "content-type": "application/json" };
  const put = (body: string) => api.send("PUT", "/chats/ordering-uuid", { body, headers });
  const many = await put(zeros(50_001));
  expect([many.status, many.body.detail[0].type]).toEqual([422, "too_many_values"]);
  const wrong = await put(zeros(5_000));
  expect([wrong.status, wrong.body.detail.length]).toEqual([422, 100]);
  expect((await api.put(`/chats/${chat.id}/extra`, { numbers: Array(20_000).fill(0) })).status).toBe(200);
});

test("a stalled body is aborted, and a slow one is accepted", async () => {
  const answers = createServer((request, response) => {
    request.resume().on("end", () => response.end("read"));
  });
  closeSlowRequests(answers, { graceMs: 1000, bytesPerSecond: 50, lookEveryMs: 20 });
  await new Promise<void>((resolve) => answers.listen(0, "127.0.0.1", resolve));
  const { port } = answers.address() as AddressInfo;
  const send = (bytesAtOnce: number) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 400\r\n\r\n"),
      );
      let text = "";
      let left = 400;
      const drip = setInterval(() => {
        left -= bytesAtOnce;
        socket.write("x".repeat(Math.min(bytesAtOnce, left + bytesAtOnce)));
        if (left <= 0) clearInterval(drip);
      }, 20);
      socket.on("data", (data) => {
        text += data;
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        clearInterval(drip);
        resolve(text);
      });
    });
  const [crawling, slow] = await Promise.all([send(0), send(20)]);
  answers.close();
  expect(crawling).toBe("");
  expect(slow).toContain("read");
});
