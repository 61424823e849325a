// `npm run bench -- --only growth [--quick]`: what a message, a list of chats, opening a chat and unread counts cost by
// members of the chat, chats of the person and messages of the installation. Uses DATABASE_URL or the embedded database.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./embedded.mjs";
import { get, json, MULTIPART, multipart, send } from "./http.mjs";
import { load, median } from "./measure.mjs";
import { aligned, short } from "./report.mjs";
import { root, startModel, startProduct, stopAll } from "./rig.mjs";
import { onServer } from "./scale/run.mjs";
import { databaseUrl, PASSWORD, signIn } from "./seed.mjs";

const NAME = `parley_growth_${process.pid}`;
const MEMBERS = [1, 10, 100, 1000];
const CHATS = [1, 100, 10_000];
const MESSAGES = [1000, 100_000, 1_000_000];
// Chats with more members are large (`MAX_UPDATED_MEMBERS` of db/unread-counts.ts).
const MAX_SMALL = 16;
const REPLY = "Tell me. [[fake mode=tokens tokens=5]]";

/** One person for each pair of numbers, with a chat that is measured and others that fill the list. */
const people = CHATS.flatMap((chats) =>
  MEMBERS.map((members) => ({ chats, members, email: `growth-${chats}-${members}@bench.test` })),
);

export async function growth({ quick, say }) {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-growth-"));
  const at = { dataDir, databaseUrl: databaseUrl && toUrl(databaseUrl) };
  if (databaseUrl) await onServer(databaseUrl, `create database ${NAME}`);
  const model = await startModel();
  const start = () => startProduct({ modelUrl: model.url, ...at, folder: root });
  const cells = new Map(people.map((person) => [person, []]));
  try {
    await registerPeople(await start());
    await run(at, listStructure());
    const measuredChats = await findMeasuredChats(at);
    let before = 0;
    for (const messages of quick ? MESSAGES.slice(0, 2) : MESSAGES) {
      say(`${messages.toLocaleString("en")} messages`);
      await run(at, listMessages(before, messages));
      before = messages;
      const product = await start();
      for (const person of people) {
        const chat = measuredChats.get(person.email);
        cells.get(person).push(await measure(product, { ...person, chat }, quick));
      }
      await product.stop();
    }
    print(cells, quick ? MESSAGES.slice(0, 2) : MESSAGES);
    return 0;
  } finally {
    await stopAll();
    if (databaseUrl) await onServer(databaseUrl, `drop database if exists ${NAME} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const toUrl = (server) => Object.assign(new URL(server), { pathname: `/${NAME}` }).href;

async function registerPeople(product) {
  for (const { email } of people) {
    const body = { email, password: PASSWORD, full_name: email.split("@")[0] };
    await json(`${product.url}/api/v1/auth/register`, { method: "POST", body });
    await signIn(product.url, email);
  }
  await product.stop();
}

async function run(at, statements) {
  const sql = openDatabase(at);
  // The rows are consistent: checking their foreign keys would take most of the time.
  await sql`set session_replication_role = replica`;
  // Nothing is analyzed yet, and a nested loop would compare each message with each chat.
  await sql`set enable_nestloop = off`;
  for (const statement of statements) await sql.unsafe(statement);
  await sql.end();
}

async function findMeasuredChats(at) {
  const sql = openDatabase(at);
  const rows =
    await sql`select u.email, min(c.id) as id from chats c join users u on u.id = c.created_by group by u.email`;
  await sql.end();
  return new Map(rows.map(({ email, id }) => [email, id]));
}

function listStructure() {
  const colleagues = Math.max(...MEMBERS) - 1;
  return [
    `insert into users (email, full_name) select 'colleague' || n || '@bench.test', 'Colleague ' || n from generate_series(1, ${colleagues}) n`,
    `insert into group_members (group_id, user_id, role) select m.group_id, c.id, 'member' from users u
      join group_members m on m.user_id = u.id, users c where u.email like 'growth-%' and c.email like 'colleague%'`,
    ...people.flatMap(({ email, chats, members }) => [
      `insert into chats (group_id, name, is_named_by_person, chat_type, is_large, virtual_assistant_id, created_by)
        select m.group_id, 'Chat ' || n, true, (case when n = 1 and ${members} > 1 then 'group' else 'private' end)::chat_type,
          n = 1 and ${members} > ${MAX_SMALL}, a.id, u.id
        from generate_series(1, ${chats}) n, users u join group_members m on m.user_id = u.id
          join virtual_assistants a on a.group_id = m.group_id and a.is_default
        where u.email = '${email}' order by n`,
      `insert into chat_members (chat_id, user_id, group_id, role)
        select c.id, u.id, c.group_id, 'owner' from chats c join users u on u.id = c.created_by where u.email = '${email}'`,
      `insert into chat_members (chat_id, user_id, group_id, role)
        select (select min(c.id) from chats c join users u on u.id = c.created_by where u.email = '${email}'), m.user_id, m.group_id, 'member'
        from users u join group_members o on o.user_id = u.id join group_members m on m.group_id = o.group_id and m.user_id <> u.id
        where u.email = '${email}' order by m.user_id limit ${members - 1}`,
    ]),
  ];
}

// Spread over all chats. In a chat that outgrows a prompt, a reply also searches earlier messages and extends the
// summary, which takes the time of models.
const listMessages = (before, messages) => [
  `insert into messages (chat_id, user_type, text, from_user_id, processed_at, is_indexed)
    select c.id, 'user', 'Message ' || n || ' says that ' || md5(n::text) || ' is worth a sentence of a usual length.', c.created_by, now(), true
    from generate_series(${before + 1}, ${messages}) n
    join (select id, created_by, row_number() over (order by id) - 1 as place from chats) c
      on c.place = n % (select count(*) from chats)`,
  ...["chats", "chat_members", "messages"].map((table) => `vacuum analyze ${table}`),
];

async function measure({ url }, { email, chat }, quick) {
  const { headers } = await signIn(url, email);
  const api = `${url}/api/v1`;
  const read = (path) => async () => {
    const { status, text } = await get(api + path, headers);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  };
  const calls = {
    message: async () => {
      const { status } = await send(`${api}/chats/${chat}/messages`, {
        method: "POST",
        headers: { ...headers, "content-type": MULTIPART },
        body: multipart({ message_input: REPLY, is_sync: "true" }),
      });
      if (status !== 200) throw new Error(`A message was answered with ${status}.`);
    },
    list: read("/chats?page=1"),
    open: read(`/chats/${chat}/messages`),
    unread: read("/chats/total_unread_messages_count"),
  };
  const times = {};
  for (const [name, call] of Object.entries(calls)) {
    // Few messages, so that the chat fits into a prompt at all sizes.
    const each = name === "message" ? 12 : quick ? 15 : 40;
    await load({ callers: 1, each: 3, call });
    times[name] = median((await load({ callers: 1, each, call })).times);
  }
  return times;
}

function print(cells, sizes) {
  const names = ["message", "list", "open", "unread"];
  const lines = [...cells].map(([{ members, chats }, measured]) => [
    members.toLocaleString("en"),
    chats.toLocaleString("en"),
    ...names.map((name) => measured.map((times) => short(times[name])).join(" / ")),
  ]);
  const of = sizes.map((size) => size.toLocaleString("en")).join(" / ");
  console.log(`\nMedian times in ms, with ${of} messages\n`);
  console.log(aligned([["members", "chats", ...names], ...lines]));
}
