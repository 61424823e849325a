import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { person } from "@/test/client";
import { colleague } from "@/test/colleague";
import { startMcpOauthServer } from "@/test/fakes/mcp-oauth-server";
import { startModelServer } from "@/test/fakes/model-server";
import { startServer } from "@/test/server";

process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const model = await startModelServer();
process.env.OPENAI_BASE_URL = model.url;
const notes = await startMcpOauthServer();
const others = await startMcpOauthServer();
const server = await startServer();
afterAll(async () => {
  await server.close();
  await notes.close();
  await others.close();
  await model.close();
});

const ada = await person(server.url, "Ada Admin");
const mia = await colleague(server.url, ada.group, "Mia Member");
let id = 0;
beforeAll(async () => {
  const given = { name: "Notes", url: notes.url, headers: { "X-Key": "for the server" } };
  const { status, body } = await ada.api.post("/mcp-servers", given);
  expect([status, body.sign_in, body.tools]).toEqual([201, "wanted", []]);
  expect(body.error).toMatch(/sign in/);
  id = body.id;
});

async function signIn() {
  const { body } = await ada.api.post(`/mcp-servers/${id}/sign-in`);
  const page = await fetch(body.url, { redirect: "manual" });
  const back = new URL(page.headers.get("location")!);
  expect(back.pathname).toBe("/settings/tools/signed-in");
  const [state, code] = [back.searchParams.get("state")!, back.searchParams.get("code")!];
  return { state, code, scope: new URL(body.url).searchParams.get("scope") };
}
const finish = (input: { state: string; code: string }, by: { api: typeof ada.api } = ada) =>
  by.api.post("/mcp-servers/sign-in", input);
const refresh = async () => (await ada.api.post(`/mcp-servers/${id}/refresh`)).body;

test("an admin signs in once, and assistants get the tools", async () => {
  const { state, code, scope } = await signIn();
  expect(scope).toBe("notes");
  expect((await finish({ state, code }, mia)).status).toBe(409);
  expect((await finish({ state: "none", code })).status).toBe(409);
  const { status, body } = await finish({ state, code });
  expect([status, body]).toMatchObject([200, { sign_in: "done", error: null }]);
  expect(body.tools).toMatchObject([{ name: "read_note", is_enabled: true }]);
  expect((await finish({ state, code })).status).toBe(409);

  const [assistant] = (await ada.api.get("/virtual-assistants")).body;
  await ada.api.put(`/virtual-assistants/${assistant.id}/mcp-servers/${id}`);
  const chat = (await ada.api.post("/chats", { virtual_assistant_id: assistant.id })).body;
  const message_input = "[[fake call notes__read_note {}]]";
  // The access token has expired, so the call renews it first.
  notes.expire();
  const { responses } = (await ada.api.multipart(`/chats/${chat.id}/messages`, { message_input })).body;
  expect(responses[0].message).toContain("A note");
});

test("tokens are stored encrypted, and configured headers are sent to the MCP server only", async () => {
  const [row] = await db().execute<{ encrypted_oauth: string }>(
    sql`select encrypted_oauth from mcp_servers where id = ${id}::int`,
  );
  expect(Buffer.from(row!.encrypted_oauth, "base64").toString("latin1")).not.toMatch(/at-|rt-|token/);
  const outside = notes.seen.filter(({ path }) => path !== "/mcp");
  expect(outside.length).toBeGreaterThan(3);
  for (const { headers } of outside) expect(headers["x-key"]).toBeUndefined();
});

test("simultaneous token refreshes do not end the sign-in", async () => {
  notes.expire();
  const answers = await Promise.all([refresh(), refresh(), refresh()]);
  const last = await refresh();
  expect([answers.length, last.sign_in, last.error]).toEqual([3, "done", null]);
});

test("a sign-in in progress keeps tokens that are refreshed meanwhile", async () => {
  const held = notes.hold("/.well-known/oauth-authorization-server");
  const begun = ada.api.post(`/mcp-servers/${id}/sign-in`);
  await held.arrived;
  notes.expire();
  expect(await refresh()).toMatchObject({ sign_in: "done", error: null });
  held.release();
  expect((await begun).status).toBe(200);
  notes.expire();
  expect(await refresh()).toMatchObject({ sign_in: "done", error: null });
});

test("tokens refreshed during a move of the server are not sent to its new address", async () => {
  notes.expire();
  const held = notes.hold("/token");
  const asked = refresh();
  await held.arrived;
  const moved = await ada.api.patch(`/mcp-servers/${id}`, { url: others.url });
  expect(moved.body.sign_in).toBe("none");
  held.release();
  await asked;
  expect((await ada.api.get(`/mcp-servers/${id}`)).body.sign_in).toBe("none");
  expect(await refresh()).toMatchObject({ sign_in: "wanted" });
  expect(others.seen.filter(({ headers }) => headers.authorization)).toEqual([]);
  await ada.api.patch(`/mcp-servers/${id}`, { url: notes.url });
  await refresh();
  expect((await finish(await signIn())).body.sign_in).toBe("done");
});

test("an ended sign-in is requested again, and another server does not inherit it", async () => {
  notes.revoke();
  expect(await refresh()).toMatchObject({ sign_in: "wanted", error: expect.stringMatching(/sign in/) });
  expect((await finish(await signIn())).body).toMatchObject({ sign_in: "done", error: null });
  const moved = await ada.api.patch(`/mcp-servers/${id}`, { url: "http://127.0.0.1:9/mcp" });
  expect(moved.body.sign_in).toBe("none");
  expect((await ada.api.post(`/mcp-servers/${id}/sign-in`)).status).toBe(409);
});
