import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { mcpServers } from "@/db/schema/mcp";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startHostileMcpServer } from "@/test/fakes/hostile-mcp-server";
import { startMcpOauthServer } from "@/test/fakes/mcp-oauth-server";
import { startMcpServer } from "@/test/fakes/mcp-server";
import { startServer } from "@/test/server";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
process.env.RATE_LIMIT_HEAVY = "500";
const everything = await startMcpServer();
const hostile = await startHostileMcpServer();
const notes = await startMcpOauthServer();
const server = await startServer();
afterAll(async () => {
  await server.close();
  await everything.close();
  await hostile.close();
  await notes.close();
});

const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
const cora = await colleague(server.url, ada.group, "Cora Colleague");
const stranger = await person(server.url, "Sam Stranger");
const [assistant] = (await ada.api.get("/virtual-assistants")).body;
const uses = (id: number) => `/virtual-assistants/${assistant.id}/mcp-servers/${id}`;
async function connect(name: string, url: string): Promise<number> {
  const headers = { Authorization: "Bearer of-a-secret" };
  const { id } = (await ada.api.post("/mcp-servers", { name, url, headers })).body;
  await ada.api.put(uses(id));
  return id;
}
const every = await connect("Every Thing", everything.url);
const bad = await connect("Bad", hostile.url);
const chat = (await ada.api.post("/chats", { member_user_ids: [mia.user.id] })).body;
const its = `/chats/${chat.uuid}`;

const offers = async (api = mia.api) => (await api.get(`${its}/mcp-offers`)).body;
const prompt = (name: string, body: object = {}, server_id = every, api = mia.api) =>
  api.post(`${its}/mcp-prompts`, { server_id, name, arguments: body });
const read = (uri: string, server_id = every, api = mia.api) =>
  api.post(`${its}/mcp-resources`, { server_id, uri });
const GUIDE = "demo://resource/static/document/architecture.md";

describe("a chat with MCP servers", () => {
  test("lists the prompts and resources of its assistant's servers to its members", async () => {
    const { prompts, resources } = await offers();
    expect(prompts).toContainEqual({
      server_id: every,
      server: "Every Thing",
      name: "args-prompt",
      title: "Arguments Prompt",
      description: expect.any(String),
      arguments: [
        { name: "city", description: "Name of the city", is_required: true },
        { name: "state", description: null, is_required: false },
      ],
    });
    const listed = { server_id: every, server: "Every Thing", uri: GUIDE, name: "architecture.md" };
    expect(resources).toContainEqual({ ...listed, title: null, mime_type: "text/markdown" });
    expect(JSON.stringify(resources)).not.toContain("{resourceId}");
    expect(JSON.stringify([prompts, resources])).not.toContain("of-a-secret");
  });

  test("returns a prompt as text and counts the parts that are no text", async () => {
    const filled = await prompt("args-prompt", { city: "Paris", state: "Texas" });
    expect(filled.body).toEqual({ text: "What's weather in Paris, Texas?", left_out: 0 });
    const withText = await prompt("resource-prompt", { resourceType: "Text", resourceId: "1" });
    expect(withText.body.text).toMatch(/Please analyze[\s\S]*\n\nResource 1/);
    const withBytes = await prompt("resource-prompt", { resourceType: "Blob", resourceId: "1" });
    expect(withBytes.body).toEqual({ text: expect.stringMatching(/resource:$/), left_out: 1 });
    const without = await prompt("args-prompt");
    expect([without.status, without.body.message]).toEqual([
      502,
      expect.stringMatching(/^The server says: /),
    ]);
    expect((await ada.api.get(`${its}/messages`)).body).toEqual([]);
  });

  test("returns a resource as a file that can be attached", async () => {
    const { body } = await read(GUIDE);
    expect(body).toMatchObject({ file_name: "architecture.md", mime_type: "text/markdown" });
    const bytes = Buffer.from(body.content, "base64");
    expect(bytes.toString()).toContain("# ");
    await mia.api.multipart(`${its}/messages`, {
      message_input: "Read this",
      is_sync: "false",
      files: [new File([bytes], body.file_name, { type: body.mime_type })],
    });
    const [sent] = (await ada.api.get(`${its}/messages`)).body;
    expect(sent.message_attachments).toMatchObject([{ file_name: "architecture.md" }]);
  });

  test("serves listed prompts and resources only, and members only", async () => {
    for (const uri of ["demo://resource/dynamic/text/1", "demo://resource/dynamic/text/{resourceId}"])
      expect((await read(uri)).status).toBe(404);
    expect((await prompt("none")).status).toBe(404);
    expect((await prompt("args-prompt", {}, 999_999)).status).toBe(404);
    expect((await prompt("args-prompt", { city: 1 })).status).toBe(422);
    for (const { api } of [cora, stranger]) {
      expect((await api.get(`${its}/mcp-offers`)).status).toBe(404);
      expect((await prompt("args-prompt", { city: "Paris" }, every, api)).status).toBe(404);
      expect((await read(GUIDE, every, api)).status).toBe(404);
    }
  });
});

test("a hostile server gets its answers cut or refused and no answers to its questions", async () => {
  const { prompts } = await offers();
  const theirs = prompts.filter(({ server_id }: { server_id: number }) => server_id === bad);
  const names = theirs.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["asks", "huge", "long", "unseen", "wrong"]);
  expect(theirs[0].description).toHaveLength(500);
  const said = async (name: string) => (await prompt(name, {}, bad)).body;
  expect((await said("long")).text).toBe(`${"y".repeat(50_000)}\n[… cut]`);
  expect((await said("unseen")).text).toBe("Sum up.");
  expect((await said("huge")).message).toContain("answer is too long");
  expect((await said("wrong")).status_code).toBe(502);
  // Nobody is present who could fill in a form.
  expect((await said("asks")).text.match(/"action":"cancel"/g)).toHaveLength(8);
  const whole = await read("bomb://1", bad);
  expect(whole.body.file_name).toMatch(/^x{100}\.txt$/);
  expect(Buffer.from(whole.body.content, "base64")).toHaveLength(1024 * 1024);
  expect((await read("bomb://2", bad)).status).toBe(413);
  expect((await read("bomb://3", bad)).status).toBe(502);
});

test("errors name a missing sign-in or an unreachable server, and disabled or detached servers offer nothing", async () => {
  const id = await connect("Notes", notes.url);
  const listed = { name: "notes", title: null, description: null, arguments: [] };
  await db()
    .update(mcpServers)
    .set({ prompts: [listed], encryptedOauth: null })
    .where(eq(mcpServers.id, id));
  const refused = await prompt("notes", {}, id);
  expect([refused.status, refused.body.message]).toEqual([
    502,
    expect.stringMatching(/to sign in: Settings/),
  ]);
  expect((await ada.api.get(`/mcp-servers/${id}`)).body.sign_in).toBe("wanted");

  await ada.api.patch(`/mcp-servers/${every}`, { url: "http://127.0.0.1:9/mcp" });
  const away = await read(GUIDE);
  expect([away.status, away.body.message]).toEqual([502, "The server does not accept connections."]);
  await ada.api.patch(`/mcp-servers/${every}`, { is_enabled: false });
  expect((await read(GUIDE)).status).toBe(404);
  await ada.api.del(uses(bad));
  await ada.api.del(uses(id));
  expect(await offers()).toEqual({ prompts: [], resources: [] });
});
