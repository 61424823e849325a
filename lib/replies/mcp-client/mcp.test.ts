import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { startServer } from "@/test/server";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const everything = await startMcpServer();
// Responds to each request according to its path, and records the headers.
const asked: Record<string, string | string[] | undefined>[] = [];
const odd = createServer((request, response) => {
  const path = request.url!;
  // OAuth metadata: this server offers no sign-in.
  if (path.startsWith("/.well-known/")) return void response.writeHead(404).end();
  asked.push(request.headers);
  if (path === "/page") response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
  else if (path === "/json") response.writeHead(200, { "content-type": "application/json" }).end("{}");
  else if (path === "/drop") request.destroy();
  else response.writeHead(Number(path.slice(1))).end("no");
});
await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
const oddUrl = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
const server = await startServer();
afterAll(async () => {
  await server.close();
  await everything.close();
  odd.close();
});

const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
let names = 0;
const connect = (more: object = {}) =>
  ada.api.post("/mcp-servers", { name: `Server ${++names}`, url: everything.url, ...more });

describe("connecting a server", () => {
  test("lists its tools as enabled and marks those that only read", async () => {
    const { status, body } = await connect();
    expect([status, body.error]).toEqual([201, null]);
    expect(body.checked_at).toEqual(expect.any(String));
    const echo = body.tools.find(({ name }: { name: string }) => name === "echo");
    expect(echo).toMatchObject({ is_enabled: true, is_read_only: true, description: expect.any(String) });
    const toggle = body.tools.find(({ name }: { name: string }) => name === "toggle-simulated-logging");
    expect(toggle).toMatchObject({ is_enabled: true, is_read_only: false });
    expect((await ada.api.get(`/mcp-servers/${body.id}`)).body).toEqual(body);
    expect((await ada.api.get("/mcp-servers")).body).toContainEqual(body);
  });

  test.each([
    ["/page", /does not speak MCP/],
    ["/json", /does not speak MCP/],
    ["/401", /denied access \(401\)/],
    ["/403", /denied access \(403\)/],
    ["/404", /no MCP server at this address/],
    ["/500", /answered with an error \(500\)/],
    ["/drop", /closed the connection/],
  ])("whose path is %s reports why it failed", async (path, error) => {
    const { status, body } = await connect({ url: oddUrl + path });
    expect([status, body.tools]).toEqual([201, []]);
    expect(body.error).toMatch(error);
  });

  test("in a private network is refused with a message", async () => {
    for (const url of ["http://10.0.0.1/mcp", "http://[::1]/mcp", "http://169.254.169.254/"])
      expect((await connect({ url })).body.error).toMatch(/private network/);
  });

  test.each([
    { url: "ftp://a" },
    { url: "nonsense" },
    { url: "http://user:secret@a.example/" },
    { name: " " },
    { headers: { "bad header": "x" } },
    { headers: { Host: "x" } },
    { headers: { "Mcp-Session-Id": "x" } },
    { headers: { Authorization: "a\r\nb" } },
    { headers: { Authorization: "" } },
  ])("refuses %j", async (bad) => expect((await connect(bad)).status).toBe(422));

  test("under a name that is taken is refused", async () => {
    expect((await connect({ name: "Once" })).status).toBe(201);
    const again = await connect({ name: "Once" });
    expect([again.status, again.body.message]).toEqual([409, "There is already an MCP server named Once."]);
  });
});

describe("headers", () => {
  test("are sent to the server, never returned, and kept until they are replaced or the server moves", async () => {
    const secret = "Bearer of-a-secret";
    const { body } = await connect({ url: `${oddUrl}/401`, headers: { Authorization: secret } });
    expect(body.header_names).toEqual(["Authorization"]);
    expect(asked.at(-1)).toMatchObject({ authorization: secret });
    const path = `/mcp-servers/${body.id}`;
    const moved = await ada.api.patch(path, { url: `${oddUrl}/403`, name: "Renamed" });
    expect(moved.body).toMatchObject({ name: "Renamed", header_names: ["Authorization"] });
    await ada.api.post(`${path}/refresh`);
    expect(asked.at(-1)).toMatchObject({ authorization: secret });
    const elsewhere = await ada.api.patch(path, { url: "http://127.0.0.1:9/" });
    expect(elsewhere.body.header_names).toEqual([]);
    expect((await ada.api.patch(path, { headers: { "X-Key": "k" } })).body.header_names).toEqual(["X-Key"]);
    expect((await ada.api.patch(path, { headers: null })).body.header_names).toEqual([]);
    const log = await ada.api.get(`/groups/${ada.group.id}/audit-log`);
    expect(JSON.stringify([body, moved.body, log.body])).not.toContain("of-a-secret");
  });
});

test("a refresh keeps the selection of tools, and a failed one keeps the tools", async () => {
  const { body } = await connect();
  const path = `/mcp-servers/${body.id}`;
  await ada.api.patch(path, { enabled_tools: ["echo", "gone"] });
  const again = await ada.api.post(`${path}/refresh`);
  const enabled = again.body.tools.filter((tool: { is_enabled: boolean }) => tool.is_enabled);
  expect(enabled.map(({ name }: { name: string }) => name)).toEqual(["echo"]);
  await ada.api.patch(path, { url: `${oddUrl}/500` });
  const failed = await ada.api.post(`${path}/refresh`);
  expect(failed.body).toMatchObject({ error: expect.stringMatching(/500/), tools: again.body.tools });
});

test("an MCP server can be attached to assistants and detached from them", async () => {
  const [assistant] = (await ada.api.get("/virtual-assistants")).body;
  const { body } = await connect({ name: "Attached" });
  const path = `/virtual-assistants/${assistant.id}/mcp-servers/${body.id}`;
  for (const _ of [1, 2]) expect((await ada.api.put(path)).status).toBe(200);
  const one = await ada.api.get(`/mcp-servers/${body.id}`);
  expect(one.body.virtual_assistants).toMatchObject([{ id: assistant.id }]);
  expect((await ada.api.del(path)).status).toBe(200);
  expect((await ada.api.del(path)).status).toBe(404);
  expect((await ada.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/999999`)).status).toBe(404);
  expect((await ada.api.put(`/virtual-assistants/999999/mcp-servers/${body.id}`)).status).toBe(404);
  expect((await ada.api.del(`/mcp-servers/${body.id}`)).status).toBe(200);
  expect((await ada.api.get(`/mcp-servers/${body.id}`)).status).toBe(404);
  const log = (await ada.api.get(`/groups/${ada.group.id}/audit-log`)).body;
  const actions = log.slice(0, 4).map(({ action }: { action: string }) => action.replace("mcp_server_", ""));
  expect(actions).toEqual(["removed", "detached", "attached", "connected"]);
});

test("MCP servers are managed by admins only", async () => {
  expect((await mia.api.get("/mcp-servers")).status).toBe(403);
  expect((await mia.api.post("/mcp-servers", { name: "x", url: everything.url })).status).toBe(403);
});
