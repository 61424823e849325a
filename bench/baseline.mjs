// The baseline of all ratios: a server on node:http with the same kind of database and the same rows, but without
// accounts, checks or limits.
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Agent, createServer, request as open } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "./embedded.mjs";

const { PORT, MODEL_URL, DATA_DIR, DATABASE_URL } = process.env;
const sql = openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
const agent = new Agent({ keepAlive: true, maxSockets: 1024, maxFreeSockets: 1024 });

await sql`create table if not exists bare_messages (
  id serial primary key, chat_id int not null, role text not null, text text not null, created_at timestamptz not null default now())`;
await sql`create index if not exists bare_messages_of_chat on bare_messages (chat_id, id desc)`;
// Has its own indexes in the order of its queries, so that the baseline doesn't depend on the product's.
await sql`create index if not exists bare_list on chat_members (user_id, group_id, is_archived, is_starred desc, last_activity_at desc, chat_id desc)`;
await sql`create index if not exists bare_newest on messages (chat_id, id desc)`;

const insert = (chat, role, text) =>
  sql`insert into bare_messages (chat_id, role, text) values (${chat}, ${role}, ${text}) returning id`;

function askModel(text, isStream) {
  const body = JSON.stringify({
    model: "stand-in-large",
    stream: isStream,
    messages: [{ role: "user", content: text }],
  });
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    open(`${MODEL_URL}/chat/completions`, { method: "POST", agent, headers })
      .once("response", resolve)
      .once("error", reject)
      .end(body);
  });
}

/** Open responses, to which `/publish` writes. */
const followers = new Set();
const LIVE_EXTRA_LENGTH = 700;

async function readText(readable) {
  const parts = [];
  for await (const part of readable) parts.push(part);
  return Buffer.concat(parts).toString();
}

// The same four sort orders and filters as the product's list, with only the displayed columns.
const columns = sql`c.id, c.uuid, c.name, c.chat_type, m.unread_count, m.is_starred, c.last_message_text, c.last_activity_at`;
const inOrder = sql`order by m.is_starred desc, m.last_activity_at desc, m.chat_id desc limit 25`;
const mine = (user) => sql`from chat_members m join chats c on c.id = m.chat_id
  where m.user_id = ${user} and m.group_id = (select group_id from group_members where user_id = ${user}) and m.is_archived = false`;

const routes = {
  "/ready": async () => ({ ok: true, one: await sql`select 1 as one` }),
  "/send": async (_, body) => {
    const { chat, text } = JSON.parse(body);
    await insert(chat, "user", text);
    const reply = JSON.parse(await readText(await askModel(text, false))).choices[0].message.content;
    const [row] = await insert(chat, "assistant", reply);
    return { id: row.id, text: reply };
  },
  "/publish": async (_, body) => {
    const { text } = JSON.parse(body);
    const { id } = (await insert(1, "user", text))[0];
    // As many bytes as the product sends for a message.
    const data = JSON.stringify({ id, text, more: "x".repeat(LIVE_EXTRA_LENGTH) });
    const frame = `id: ${id}\nevent: message\ndata: ${data}\n\n`;
    for (const follower of followers) follower.write(frame);
    return {};
  },
  "/insert": async (_, body) => {
    const { chat, text } = JSON.parse(body);
    return (await insert(chat, "user", text))[0];
  },
  "/chats": (query) => {
    const [user, page] = [Number(query.get("user")), Number(query.get("page") ?? 1)];
    if (query.has("search")) {
      const pattern = `%${query.get("search")}%`;
      return sql`select ${columns} ${mine(user)} and c.search_text like fold(${pattern}) ${inOrder}`;
    }
    if (query.has("only_unread"))
      return sql`select ${columns} ${mine(user)} and m.unread_count > 0 ${inOrder}`;
    return sql`select ${columns} ${mine(user)} ${inOrder} offset ${(page - 1) * 25}`;
  },
  "/messages": (query) => {
    const [chat, before] = [Number(query.get("chat")), Number(query.get("before") ?? 2147483647)];
    return sql`select id, user_type, text, from_user_id, created_at, extra from messages
      where chat_id = ${chat} and id < ${before} order by id desc limit 25`;
  },
  "/unread": (query) => sql`select sum(unread_count)::int as total from chat_members
    where user_id = ${Number(query.get("user"))} and unread_count > 0`,
};

createServer(async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    if (pathname === "/file") {
      const path = join(DATA_DIR ?? tmpdir(), randomUUID());
      await pipeline(request, createWriteStream(path));
      await rm(path);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
      return;
    }
    if (pathname === "/live") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: ready\ndata: {}\n\n");
      followers.add(response);
      response.once("close", () => followers.delete(response));
      return;
    }
    const body = request.method === "POST" ? await readText(request) : "";
    if (pathname === "/stream") {
      const { chat, text } = JSON.parse(body);
      await insert(chat, "user", text);
      const reply = await askModel(text, true);
      response.writeHead(200, { "content-type": "text/event-stream" });
      let all = "";
      reply.on("data", (part) => {
        all += part;
        response.write(part);
      });
      // Stored as received: extracting text from events is part of the product's work.
      reply.once(
        "end",
        () =>
          void insert(chat, "assistant", all).then(
            () => response.end(),
            () => response.destroy(),
          ),
      );
      return;
    }
    const answer = JSON.stringify(await routes[pathname](searchParams, body));
    response
      .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) })
      .end(answer);
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(Number(PORT), "127.0.0.1");

process.once("SIGTERM", () => void sql.end({ timeout: 5 }).then(() => process.exit(0)));
