import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { config } from "@/lib/platform/config";
import { person } from "@/test/client";
import { startModelServer } from "@/test/fakes/model-server";
import { query } from "@/test/query";
import { startServer } from "@/test/server";
import { invalidateConnections } from "./connections";

// Covers stored keys: in the database, in exports, and after AUTH_SECRET changes.
const model = await startModelServer();
process.env.ALLOW_PRIVATE_ADDRESSES = "127.0.0.1";
const server = await startServer();
afterAll(async () => {
  await server.close();
  await model.close();
});
const CANARY = "sk-canary-of-a-provider";
const connection = { base_url: model.url, model: "stand-in-large" };
const path = "/models/connections/openai-compatible";

// Dumps all rows of all tables, as a stolen copy of the database would contain them.
async function everything(): Promise<string> {
  const tables = await query`select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const rows = await Promise.all(
    tables.map(({ name }) => db().execute(sql.raw(`select t::text from ${name} t`))),
  );
  return JSON.stringify(rows);
}

test("a key is encrypted in the database, unreadable under another AUTH_SECRET, and can be re-entered", async () => {
  const ada = await person(server.url);
  expect((await ada.api.put(path, { ...connection, api_key: CANARY })).body.has_key).toBe(true);
  await ada.api.put("/web", { engine: "brave", api_key: `${CANARY}-of-a-search` });
  const stored = await everything();
  expect(stored).toContain("openai-compatible");
  for (const form of ["utf8", "base64", "hex"] as const)
    expect(stored).not.toContain(Buffer.from(CANARY).toString(form).slice(0, 20));

  // Encrypted values can't be decrypted with another secret.
  const before = config().authSecret;
  config().authSecret = "another secret that only these tests know";
  invalidateConnections(ada.group.id);
  const { api } = ada;
  const connections = async () => (await api.get("/models/connections")).body;
  const [own] = await connections();
  expect(own).toMatchObject({ provider: "openai-compatible", base_url: model.url, has_key: false });
  expect((await api.get("/web")).body).toMatchObject({ engine: "brave", has_key: false });
  const chat = (await api.post("/chats", {})).body;
  const send = () => api.multipart(`/chats/${chat.id}/messages`, { message_input: "hello" });
  model.authorizations.length = 0;
  expect((await send()).status).toBe(200);
  expect(model.authorizations.join()).not.toContain(CANARY);

  expect((await api.put(path, { ...connection, api_key: CANARY })).body.has_key).toBe(true);
  expect((await send()).status).toBe(200);
  expect(model.authorizations).toContain(`Bearer ${CANARY}`);
  config().authSecret = before;
});
