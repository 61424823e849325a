// Seed data of a run: two users, 10,000 chats of the reader, chats with 20 messages for the sender, and up to a
// million messages. Created once, cached in the system's temporary directory, and copied for every run.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { openDatabase } from "./embedded.mjs";
import { json, send } from "./http.mjs";
import { root, startModel, startProduct } from "./rig.mjs";

export const PASSWORD = "a long enough secret";
export const READER = "reader@bench.test";
export const SENDER = "sender@bench.test";
/** Number of the reader's chats. The first one is the large chat. */
export const CHATS = 10_000;
export const LARGE_CHAT = 10_000;
export const SHORT_CHATS = 10_000;
export const HISTORY = 20;
/** People in the sender's group. */
export const COLLEAGUES = 999;
export const databaseUrl = process.env.DATABASE_URL || process.env.TEST_DATABASE_URL || undefined;
const cache = join(tmpdir(), "parley-bench");

/** Returns a cache key of all inputs: other migrations or another seed need new data. */
function buildCacheKey(messages) {
  const hash = createHash("sha256")
    .update(String(messages))
    .update(readFileSync(import.meta.filename));
  const folder = join(root, "db", "migrations");
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith(".sql"))
    .sort())
    hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

/**
 * Prepares copies of the data for the product and the baseline, and a nearly empty database for startup measurements:
 * each `{ dataDir, databaseUrl }`.
 */
export async function prepare({ messages, databaseUrl, product, say }) {
  if (databaseUrl && !["127.0.0.1", "localhost", "[::1]"].includes(new URL(databaseUrl).hostname)) {
    throw new Error("The bench makes and drops databases, so it only takes a PostgreSQL on this machine.");
  }
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  const key = `${databaseUrl ? "pg" : "embedded"}-${buildCacheKey(messages)}`;
  const seeded = { dataDir: join(cache, key) };
  const empty = { dataDir: join(cache, `${key}-empty`) };
  const isMade =
    existsSync(join(seeded.dataDir, "done")) &&
    (!databaseUrl || (await isOnServer(databaseUrl, `${key}-empty`)));
  if (!isMade) {
    say(`making the data: ${messages.toLocaleString("en")} messages (once; kept in ${cache})`);
    // Deletes data of earlier migrations, but keeps current data of either size (quick and full runs).
    const kept = [100_000, 1_000_000].map(buildCacheKey);
    for (const name of readdirSync(cache)) {
      if (name.startsWith("embedded-") && !kept.some((one) => name.includes(one)))
        rmSync(join(cache, name), { recursive: true });
    }
    for (const { dataDir } of [seeded, empty]) rmSync(dataDir, { recursive: true, force: true });
    if (databaseUrl)
      await onServer(databaseUrl, [
        `drop database if exists ${toDatabaseName(key)} with (force)`,
        `create database ${toDatabaseName(key)}`,
      ]);
    const at = {
      dataDir: seeded.dataDir,
      databaseUrl: databaseUrl && toDatabaseUrl(databaseUrl, toDatabaseName(key)),
    };
    await makePeople({ ...at, ...product });
    if (databaseUrl) await onServer(databaseUrl, buildCopyStatements(key, `${key}-empty`));
    copyFolder(seeded.dataDir, empty.dataDir);
    await fill({ ...at, messages });
    writeFileSync(join(seeded.dataDir, "done"), "");
  }
  const run = join(cache, "run");
  rmSync(run, { recursive: true, force: true });
  const result = {};
  for (const [name, from] of Object.entries({
    product: key,
    baseline: key,
    empty: `${key}-empty`,
    bare: `${key}-empty`,
  })) {
    const dataDir = join(run, name);
    copyFolder(join(cache, from), dataDir);
    if (databaseUrl) await onServer(databaseUrl, buildCopyStatements(from, `run-${name}`));
    result[name] = {
      dataDir,
      databaseUrl: databaseUrl && toDatabaseUrl(databaseUrl, toDatabaseName(`run-${name}`)),
    };
  }
  return result;
}

function copyFolder(from, to) {
  rmSync(`${to}.part`, { recursive: true, force: true });
  cpSync(from, `${to}.part`, { recursive: true, filter: (path) => !path.endsWith("/lock") });
  renameSync(`${to}.part`, to);
}

const toDatabaseName = (key) => `parley_bench_${key.replaceAll("-", "_")}`;
const toDatabaseUrl = (databaseUrl, name) =>
  Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
const buildCopyStatements = (from, to) => [
  `drop database if exists ${toDatabaseName(to)} with (force)`,
  `create database ${toDatabaseName(to)} template ${toDatabaseName(from)}`,
];

async function onServer(databaseUrl, statements) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

async function isOnServer(databaseUrl, key) {
  const sql = postgres(databaseUrl, { max: 1 });
  const rows = await sql`select from pg_database where datname = ${toDatabaseName(key)}`;
  await sql.end();
  return rows.length > 0;
}

/** Lets the product migrate the database and create the accounts, so that the bench does not depend on its schema. */
async function makePeople({ dataDir, databaseUrl, folder, nodeArgs }) {
  const model = await startModel();
  const product = await startProduct({ modelUrl: model.url, dataDir, databaseUrl, folder, nodeArgs });
  for (const email of [READER, SENDER]) {
    const body = { email, password: PASSWORD, full_name: email.split("@")[0] };
    await json(`${product.url}/api/v1/auth/register`, { method: "POST", body });
    const { headers } = await signIn(product.url, email);
    const assistants = await json(`${product.url}/api/v1/virtual-assistants`, { headers });
    if (assistants.length === 0) {
      const assistant = { name: "Assistant", instructions: "You are a helpful assistant.", is_default: true };
      await json(`${product.url}/api/v1/virtual-assistants`, { method: "POST", headers, body: assistant });
    }
  }
  await product.stop();
  await model.stop();
}

export async function signIn(url, email) {
  const form = new URLSearchParams({ username: email, password: PASSWORD }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const login = JSON.parse(
    (await send(`${url}/api/v1/auth/login`, { method: "POST", headers, body: form })).text,
  );
  const bearer = { authorization: `Bearer ${login.access_token}` };
  const [{ access_token, user, group }] = await json(`${url}/api/v1/auth/login/group`, {
    method: "POST",
    headers: bearer,
    body: [],
  });
  return { headers: { authorization: `Bearer ${access_token}` }, userId: user.id, groupId: group.id };
}

async function fill({ dataDir, databaseUrl, messages }) {
  const sql = openDatabase({ databaseUrl, dataDir });
  const run = (text) => sql.unsafe(text);
  // Disables foreign key checks: the rows are consistent, and checking a million would take most of the time.
  const fast = await sql`set session_replication_role = replica`.then(
    () => true,
    () => false,
  );
  if (!fast) console.warn("This role may not switch checks off: seeding takes longer.");
  await run(
    `insert into users (email, full_name) select 'colleague' || n || '@bench.test', 'Colleague ' || n from generate_series(1, ${COLLEAGUES}) n`,
  );
  await run(`insert into group_members (group_id, user_id, role) select m.group_id, u.id, 'member'
    from users u, group_members m join users s on s.id = m.user_id and s.email = '${SENDER}' where u.email like 'colleague%'`);
  const total = CHATS + SHORT_CHATS;
  await run(`insert into chats (id, group_id, name, is_named_by_person, summary, virtual_assistant_id, created_by, created_at, updated_at, last_activity_at)
    select n, m.group_id, case when n % 250 = 0 then 'Zebra crossing ' else 'Chat about ' end || left(md5(n::text), 12), true,
      'A summary of what was said about ' || md5(n::text), a.id, m.user_id, at, at, at
    from generate_series(1, ${total}) n
    join users u on u.email = case when n <= ${CHATS} then '${READER}' else '${SENDER}' end
    join group_members m on m.user_id = u.id
    join virtual_assistants a on a.group_id = m.group_id and a.is_default,
    lateral (select now() - n * interval '1 minute' as at) time`);
  await run(`insert into chat_members (chat_id, user_id, group_id, role, unread_count, last_activity_at)
    select id, created_by, group_id, 'owner', case when id % 20 = 0 then 3 else 0 end, last_activity_at from chats`);
  // Messages of the large chat are interleaved with others, as in a long-lived chat.
  const every = Math.floor(messages / LARGE_CHAT);
  const text = (n) =>
    `'Message ' || ${n} || ' says that ' || md5(${n}::text) || ' is worth a sentence of a usual length.'`;
  const step = 100_000;
  for (let from = 1; from <= messages; from += step) {
    await run(`insert into messages (chat_id, user_type, text, from_user_id, from_virtual_assistant_id, created_at, processed_at, is_indexed)
      select c.id, (case when n % 2 = 0 then 'user' else 'assistant' end)::user_type, ${text("n")},
        case when n % 2 = 0 then c.created_by end, case when n % 2 = 1 then c.virtual_assistant_id end,
        now() - (${messages} - n) * interval '1 second', now(), true
      from generate_series(${from}, ${Math.min(messages, from + step - 1)}) n
      join chats c on c.id = case when n % ${every} = 0 then 1 else 2 + n % ${CHATS - 1} end`);
  }
  await run(`insert into messages (chat_id, user_type, text, from_user_id, from_virtual_assistant_id, processed_at, is_indexed)
    select c.id, (case when n % 2 = 1 then 'user' else 'assistant' end)::user_type, ${text("n")},
      case when n % 2 = 1 then c.created_by end, case when n % 2 = 0 then c.virtual_assistant_id end, now(), true
    from chats c, generate_series(1, ${HISTORY}) n where c.id > ${CHATS} order by c.id, n`);
  await run(`update chats set last_message_id = m.id, last_message_text = m.text, last_message_user_type = m.user_type::text, last_message_at = m.created_at
    from (select distinct on (chat_id) id, chat_id, text, user_type, created_at from messages order by chat_id, id desc) m where m.chat_id = chats.id`);
  await run(
    `select setval('chats_id_seq', (select max(id) from chats)), setval('messages_id_seq', (select max(id) from messages))`,
  );
  for (const table of ["chats", "chat_members", "messages"]) await run(`vacuum analyze ${table}`);
  await sql.end();
}
