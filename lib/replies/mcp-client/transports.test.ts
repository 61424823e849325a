import { afterAll, describe, expect, test } from "vitest";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { startHostileMcpServer } from "@/test/fakes/hostile-mcp-server";
import { EVERYTHING, startMcpServer } from "@/test/fakes/mcp-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

// Tests transports other than streamable HTTP, and malicious servers.
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
process.env.MCP_COMMANDS = JSON.stringify([
  {
    name: "everything",
    command: process.execPath,
    args: [EVERYTHING, "stdio"],
    env: { GIVEN: "by the operator" },
  },
  { name: "broken", command: "/no/such/program" },
]);
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
const [older, hostile] = await Promise.all([startMcpServer("sse"), startHostileMcpServer()]);
const server = await startServer();
afterAll(async () => {
  await server.close();
  await older.close();
  await hostile.close();
  await model.close();
});

const ada = await person(server.url, "Ada Admin");
const [assistant] = (await ada.api.get("/virtual-assistants")).body;
const connect = async (given: object) => {
  const { status, body } = await ada.api.post("/mcp-servers", given);
  if (status === 201) await ada.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${body.id}`);
  return { status, body };
};
async function replyTo(text: string) {
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: assistant.id })).body;
  return (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input: text })).body.responses[0];
}

test("the SSE transport connects to a server and calls its tools", async () => {
  const { body } = await connect({ name: "Older", url: older.url, transport: "sse" });
  expect([body.error, body.transport]).toEqual([null, "sse"]);
  const reply = await replyTo('[[fake call older__echo {"message": "by events"}]]');
  expect(reply.message).toContain("Echo: by events");
  expect((await connect({ name: "Not SSE", url: `${hostile.url}`, transport: "sse" })).body.error).toMatch(
    /no MCP server at this address|does not speak MCP/,
  );
});

describe("a local command server", () => {
  test("must be named by the operator, and gets no secrets from the environment", async () => {
    const { body } = await connect({ name: "Local", url: "everything", transport: "command" });
    expect([body.error, body.url]).toEqual([null, "everything"]);
    const reply = await replyTo("[[fake call local__get-env {}]]");
    expect(reply.message).toContain("by the operator");
    expect(reply.message).not.toContain(process.env.AUTH_SECRET);
    expect(reply.message).not.toContain("AUTH_SECRET");
    const others = { name: "Other", url: process.execPath, transport: "command" };
    expect((await connect(others)).status).toBe(422);
    expect((await ada.api.patch(`/mcp-servers/${body.id}`, { url: "/bin/sh" })).status).toBe(422);
    expect((await connect({ ...others, transport: "http" })).status).toBe(422);
  });

  test("reports when it cannot be started or is no longer allowed", async () => {
    const { body } = await connect({ name: "Broken", url: "broken", transport: "command" });
    expect(body.error).toMatch(/could not be started/);
    const commands = config().MCP_COMMANDS.splice(1);
    const gone = await ada.api.post(`/mcp-servers/${body.id}/refresh`);
    config().MCP_COMMANDS.push(...commands);
    expect(gone.body.error).toMatch(/no longer allowed/);
  });
});

describe("a hostile server", async () => {
  const { body } = await connect({ name: "Bad", url: hostile.url });
  const call = (tool: string, input: object = {}) =>
    replyTo(`[[fake call bad__${tool} ${JSON.stringify(input)}]]`);

  test("has limits for its offers, which are cut or omitted when they are too large or deep", () => {
    expect(body.error).toBe(null);
    expect(body.resource_count).toBe(200);
    const names = body.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["huge", "rubbish-schema", "huge-text"]));
    expect(names).not.toContain("huge-schema");
    const huge = body.tools.find(({ name }: { name: string }) => name === "huge-text");
    expect(huge.description.length).toBeLessThanOrEqual(4000);
  });

  test("is stopped when it reports progress endlessly or returns too much", async () => {
    expect((await call("endless-progress")).message).toContain("answer is too long");
    expect((await call("huge")).message).toContain("answer is too long");
    const bomb = (await call("read_resource", { uri: "bomb://1" })).message;
    expect(bomb).toContain("[… cut]");
    expect(bomb.length).toBeLessThan(25_000);
  });

  test("gets no sampling, no answer to invalid elicitations, and answers to few others", async () => {
    expect((await call("samples")).message).toContain("sampling is refused");
    expect((await call("asks-rubbish")).message).toContain('"action":"cancel"');
    config().TOOL_APPROVAL_SECONDS = 0;
    const { message } = await call("asks");
    config().TOOL_APPROVAL_SECONDS = 300;
    expect(message.match(/"action":"decline"/g)).toHaveLength(5);
    expect(message.match(/"action":"cancel"/g)).toHaveLength(3);
  });

  test("cannot attach pictures that are none", async () => {
    const reply = await call("pictures");
    expect(reply.message_attachments ?? []).toEqual([]);
    expect(reply.message).not.toContain("The person sees");
  });

  test("cannot redirect to a private address", async () => {
    const moved = await connect({ name: "Moved", url: hostile.redirecting });
    expect(moved.body.error).toMatch(/private network|redirects to another/);
  });
});
