import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "@/app/api/v1/table";
import { GET as openPublicPage } from "@/app/public/chats/[id]/route";
import { db } from "@/db/client";
import { signInBrowser } from "@/test/browser";
import { type Client, client, listen, PASSWORD } from "@/test/client";
import { colleague, makeChatAdmin } from "@/test/colleague";
import { fitting } from "@/test/fitting";
import { query } from "@/test/query";
import { admin, close, member, model, owner, people, server } from "@/test/roles/people";
import { rows } from "@/test/roles/table";
import type { Things } from "@/test/roles/things";
import { createVisitor } from "@/test/visitor";

/**
 * Information disclosure: every principal calls every read operation on one chat whose parts each contain a unique
 * word, and the responses are searched for these words.
 */
afterAll(close);

// Unique words of this chat.
const word = (name: string) => `canary-${name}`;
const secrets: Record<string, string> = { password: PASSWORD, "hash of a password": "argon2" };
const words: Record<string, string> = {};
let things: Things & Record<string, unknown>;
let visitor: Awaited<ReturnType<typeof createVisitor>>;
const outsider = await colleague(server.url, owner.group, "Otto Outside");

beforeAll(async () => {
  const { api } = owner;
  for (const name of [
    "goal",
    "memo",
    "canvas",
    "instructions",
    "message",
    "document",
    "remembered",
    "visitor",
    "note",
  ])
    words[name] = word(name);
  await api.patch(`/groups/${owner.group.id}/members/${outsider.user.id}`, { role: "admin" });
  const secret = (name: string) => {
    secrets[name] = `canary-secret-${randomUUID()}`;
    return secrets[name];
  };
  await api.put("/models/connections/openai-compatible", {
    base_url: model.url,
    api_key: secret("provider's key"),
  });
  const headers = { authorization: secret("header of an MCP server") };
  await api.post("/mcp-servers", { name: "Tools", url: "http://127.0.0.1:9/mcp", headers });
  secrets["API token"] = (await api.post("/users/me/api-tokens", { name: "Program" })).body.token;
  const hook = { url: "http://localhost:9/", events: ["message.created"] };
  secrets["secret of a webhook"] = (await api.post("/webhooks", hook)).body.secret;
  await api.post("/users/me/memories", { text: words.remembered });

  const assistant = { name: "Guide", instructions: words.instructions };
  const { id } = (await api.post("/virtual-assistants", assistant)).body;
  const { goal, memo, canvas } = words;
  const member_user_ids = [member.user.id, admin.user.id];
  const chat = {
    name: "Shared",
    member_user_ids,
    goal,
    memo,
    canvas,
    virtual_assistant_id: id,
    is_public: true,
  };
  const made = (await api.post("/chats", chat)).body;
  await makeChatAdmin(made, admin.user.id);
  const messages = `/chats/${made.id}/messages`;
  const files = [new File([words.document!], "plan.txt")];
  const first = await api.multipart(messages, { message_input: `hello ${words.message}`, files });
  words["trace of a reply"] = first.body.responses[0].llm_trace_id;
  const running = await api.multipart(messages, { message_input: "[[fake stall=3]]", is_sync: "false" });
  words["id of a stream"] = running.body.streaming_task_id;
  words["owner's address"] = owner.email;

  visitor = await createVisitor(server.url, made);
  const { task } = await visitor.ask(words.visitor!);
  words["id of a visitor's stream"] = task;
  await visitor.api.put(`${visitor.base}/email`, { email: "canary@visitor.test" }, visitor.headers);
  words["visitor's address"] = "canary@visitor.test";
  secrets["session of a visitor"] = visitor.sid;
  const [{ chat_id }] = (await api.get(`/chats/${made.id}/visitors`)).body;
  await api.post(`/chats/${chat_id}/notes`, { text: words.note });
  const [document] = (await api.get(`/documents?chat_id=${made.id}`)).body;
  things = {
    chat_id: made.id,
    chat: made.id,
    chat_uuid: made.uuid,
    message_id: first.body.user_message_id,
    streaming_task_id: running.body.streaming_task_id,
    document: document.id,
    conversation_id: chat_id,
    assistant: id,
  };
});

const readers = routes.filter(({ operation: { method } }) => method === "GET");

// Returns the operation's URL for the chat, or for the resources that its table row creates.
async function getAddress({ name, operation }: (typeof readers)[number]): Promise<string> {
  const [, make] = rows[name] ?? [];
  const { params, query } = (await make?.(things)) ?? {};
  const isOfVisitor = ["getVisitor", "listEarlierConversations", "listNotes"].includes(name);
  const own: Record<string, unknown> = {
    ...things,
    ...(isOfVisitor && { chat_id: things.conversation_id }),
    ...(operation.path.startsWith("/public/") && {
      chat_id: things.chat_uuid,
      message_id: 1,
      n: 1,
      document_id: 1,
    }),
    ...(operation.path.startsWith("/virtual-assistants/{id}") && { id: things.assistant }),
    ...(operation.path.startsWith("/documents/{id}") && { id: things.document }),
    token: "none",
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    String(own[key] ?? params?.[key] ?? 1),
  );
  const fields = { ...fitting(operation.query, ["true", "goal", "chat", "zz", ["goal"]]), ...query };
  const search = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]));
  return `${path}?${search}`;
}

// Principals, ordered by increasing access.
const everybody = (): Record<string, { api: Client; headers?: Record<string, string> }> => ({
  anyone: { api: client(server.url) },
  "a visitor": { api: client(server.url), headers: visitor.headers },
  ...Object.fromEntries(Object.entries(people).map(([who, api]) => [who, { api }])),
  "an admin outside the chat": { api: outsider.api },
});

test("every answer contains only what its reader may see, as listed in a table", async () => {
  const seen: { name: string; who: string; where: string }[] = [];
  const leaks: string[] = [];
  const note = (who: string, where: string, text: string) => {
    for (const [name, value] of Object.entries(words))
      if (text.includes(value)) seen.push({ name, who, where });
    for (const [name, value] of Object.entries(secrets))
      if (text.includes(value)) leaks.push(`${where} tells ${who} the ${name}`);
  };
  for (const route of readers) {
    const address = await getAddress(route);
    for (const [who, { api, headers }] of Object.entries(everybody())) {
      const { status, body, headers: answered } = await api.get(address, headers);
      expect([route.name, who, status]).not.toEqual([route.name, who, 500]);
      note(who, route.name, JSON.stringify([body, [...answered]]));
    }
  }
  for (const [who, sid] of [
    ["anyone", ""],
    ["a visitor", visitor.sid],
  ] as const) {
    const address = `http://localhost:3000/public/chats/${things.chat_uuid}?sid=${sid}`;
    const page = await openPublicPage(new Request(address), {
      params: Promise.resolve({ id: things.chat_uuid }),
    });
    note(who, "the public page", await page.text());
  }
  const ofTheChat = ["a member of the chat", "an admin", "the owner"];
  const ofTheGroup = ["a colleague outside the chat", ...ofTheChat, "an admin outside the chat"];
  const tells = (where: string) =>
    new Set(seen.filter((each) => each.where === where).map(({ name }) => name));
  const listReaders = (word: string) =>
    new Set(seen.filter(({ name }) => name === word).map(({ who }) => who));
  const all = Object.keys(words).map((name) => [name, [...listReaders(name)].sort()]);
  expect(Object.fromEntries(all)).toEqual(
    Object.fromEntries(
      Object.entries({
        goal: ofTheChat,
        memo: ofTheChat,
        canvas: ofTheChat,
        message: ofTheChat,
        document: ofTheChat,
        "trace of a reply": ofTheChat,
        "id of a stream": ofTheChat,
        "id of a visitor's stream": [],
        remembered: ["the owner"],
        note: ofTheChat,
        visitor: [...ofTheChat, "a visitor"],
        "visitor's address": ofTheChat,
        instructions: ofTheGroup,
        "owner's address": ofTheGroup,
      }).map(([name, who]) => [name, who.sort()]),
    ),
  );
  expect(leaks).toEqual([]);
  // This member list contains names only; the full list also contains e-mail addresses.
  expect(tells("listChatUsers")).toEqual(new Set());
  expect(tells("listChatUsersFull")).toEqual(new Set(["owner's address"]));
});

test("events of a reply reach only members of its chat, and guessed stream ids cannot stop it", async () => {
  const heard = await Promise.all(
    [
      people["somebody of another group"]!,
      people["a colleague outside the chat"]!,
      outsider.api,
      owner.api,
    ].map((api) => listen(api, "/users/me/events")),
  );
  await Promise.all(heard.map(({ named }) => named("ready")));
  const messages = `/chats/${things.chat_id}/messages`;
  const sent = await owner.api.multipart(messages, { message_input: "[[fake stall=2]]", is_sync: "false" });
  const id = sent.body.streaming_task_id as string;
  const owners = heard.at(-1)!;
  await owners.ended(({ data }) => JSON.stringify(data).includes(id));
  expect(heard.slice(0, -1).map(({ events }) => JSON.stringify(events).includes(id))).toEqual([
    false,
    false,
    false,
  ]);
  for (const { close: end } of heard) end();

  const next = (by: bigint) => (BigInt(`0x${id.replaceAll("-", "")}`) + by).toString(16).padStart(32, "0");
  const ids = [next(1n), next(-1n), "0".repeat(32), `${id.slice(0, 14)}1${id.slice(15)}`.replaceAll("-", "")];
  const near = ids.map((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
  const guesses = [...near, ...Array.from({ length: 200 }, () => randomUUID())];
  for (const guess of guesses) {
    const { status } = await client(server.url).del(`/chats/streaming_response/${guess}`);
    expect([guess, status]).toEqual([guess, 404]);
  }
  expect((await owner.api.get(`/chats/streaming/${id}`)).body.finished).toBe(false);
  expect((await owner.api.del(`/chats/streaming_response/${id}`)).status).toBe(200);
});

// Returns a hash of every table's contents.
async function fingerprints(): Promise<Record<string, string>> {
  const tables = await query`select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${name} t`,
  );
  const all = await db().execute(sql.raw(each.join(" union all ")));
  return Object.fromEntries(all.map(({ name, print }) => [name, print]));
}

// Read operations that are expected to write.
const EXPECTED_WRITES: Record<string, string[]> = {
  // The audit log records exports and failed sign-ins with a link.
  exportMe: ["public.audit_entries"],
  exportChats: ["public.audit_entries"],
  exportChat: ["public.audit_entries"],
  exportCanvas: ["public.audit_entries"],
  verifyMagicToken: ["public.audit_entries"],
};

test("read operations write nothing, whether called with a token or with a cookie from another site", async () => {
  const cookie = await signInBrowser(owner.email);
  const addresses = new Map<string, string>();
  for (const route of readers) addresses.set(route.name, await getAddress(route));
  await owner.api.del(`/chats/streaming_response/${things.streaming_task_id}`);
  for (const { id } of (await owner.api.get("/webhooks")).body) await owner.api.del(`/webhooks/${id}`);
  let before: Record<string, string> = {};
  // Returns the tables changed since the last call.
  const changed = async () => {
    const after = await fingerprints();
    const names = Object.keys(after).filter((name) => after[name] !== before[name]);
    before = after;
    return names;
  };
  const settled = () => expect.poll(changed, { interval: 300 }).toEqual([]);
  const writes: Record<string, string[]> = {};
  for (const [name, address] of addresses) {
    const expected = EXPECTED_WRITES[name] ?? [];
    // Background work changes tables occasionally. Only a change that the read causes recurs on every try.
    for (let tries = 0; tries < 8; tries++) {
      if (tries > 0 || name === readers[0]!.name) await settled();
      await client(server.url).get(address, { cookie, "sec-fetch-site": "cross-site" });
      await owner.api.get(address);
      const names = await changed();
      writes[name] = names.filter((table) => tries === 0 || writes[name]!.includes(table));
      if (isDeepStrictEqual(writes[name], expected)) break;
    }
    expect([name, writes[name]]).toEqual([name, expected]);
  }
});
