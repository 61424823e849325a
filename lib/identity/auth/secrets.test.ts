import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { type Answer, client } from "@/test/client";
import { query } from "@/test/query";
import { startServer } from "@/test/server";

const server = await startServer();
afterAll(() => server.close());

const PASSWORD = "nobody else would think of this";
const sha256 = (secret: string) => createHash("sha256").update(secret).digest("hex");

// Runs an account through its lifecycle and collects all responses and secrets.
async function life() {
  const email = "ada@example.test";
  const answers: Answer[] = [];
  const kept = async (answer: Promise<Answer>) => {
    answers.push(await answer);
    return (await answer).body;
  };
  const anyone = client(server.url);
  await kept(anyone.post("/auth/register", { email, password: PASSWORD, full_name: "Ada Example" }));
  await kept(anyone.post("/auth/register", { email, password: PASSWORD, full_name: "Ada Example" }));
  await kept(anyone.post("/auth/register", { email: "x", password: PASSWORD, full_name: "" }));
  await kept(anyone.form("/auth/login", { username: email, password: `${PASSWORD}!` }));
  const login = await kept(anyone.form("/auth/login", { username: email, password: PASSWORD }));
  const [first] = await kept(
    client(server.url, `Bearer ${login.access_token}`).post("/auth/login/group", []),
  );
  const refreshed = await kept(anyone.post("/auth/refresh", { refresh_token: first.refresh_token }));
  const rotated = await kept(anyone.post("/auth/refresh-token", { refresh_token: first.refresh_token }));
  const api = client(server.url, `Bearer ${rotated.access_token}`);
  const made = await kept(api.post("/users/me/api-tokens", { name: "ci" }));
  await kept(api.get("/users/me/api-tokens"));
  const chat = await kept(client(server.url, `Token ${made.token}`).post("/chats", {}));
  for (const path of ["/chats", `/chats/${chat.id}`, "/virtual-assistants", "/openapi.json", "/nowhere"]) {
    await kept(api.get(path));
  }
  await kept(anyone.post("/auth/refresh", { refresh_token: `${rotated.refresh_token}x` }));
  await kept(client(server.url, `Bearer ${made.token}`).get("/chats"));
  await kept(api.del(`/users/me/api-tokens/${made.id}`));
  const tokens = {
    login: login.access_token,
    access: [first.access_token, refreshed.access_token, rotated.access_token],
    refresh: [first.refresh_token, rotated.refresh_token],
    api: made.token,
  };
  return { answers, tokens: Object.values(tokens).flat() as string[] };
}

const { answers, tokens } = await life();

test("responses contain no passwords or hashes, and each token only once", () => {
  const said = answers.map(({ body, headers }) => JSON.stringify([body, [...headers]]));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  for (const secret of [PASSWORD, "argon2", ...tokens.map(sha256)]) {
    expect(said.filter((answer) => answer.includes(secret))).toEqual([]);
  }
  for (const token of tokens) {
    expect(said.filter((answer) => answer.includes(token))).toHaveLength(1);
  }
});

test("the database stores hashes, and no passwords or tokens", async () => {
  const tables = await query`
    select table_schema, table_name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const rows = await Promise.all(
    tables.map(
      ({ table_schema, table_name }) =>
        query`select * from ${sql.identifier(table_schema)}.${sql.identifier(table_name)}`,
    ),
  );
  const stored = JSON.stringify(rows);
  expect(stored).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(stored).toContain(sha256(tokens.at(-1)!));
  for (const secret of [PASSWORD, ...tokens]) expect(stored.includes(secret)).toBe(false);
});
