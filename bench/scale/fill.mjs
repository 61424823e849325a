// Creates one large group with SQL: `chats` chats of one user, 50 members, `messages` messages. Deterministic across
// runs.
import postgres from "postgres";

export const GROUP = "00000000-0000-4000-8000-000000000001";
/** IDs of the member of every chat, and of the member of a fiftieth of them. */
export const HEAVY = 1;
export const LIGHT = 2;
const PEOPLE = 50;

const WORDS =
  "Budget Holiday Kitchen Invoice Rocket Garden Budgeting Planning Café Müller Quarterly Review Launch Hiring Contract Travel Berlin Lisbon Pricing Roadmap Support Customer Server Backup Recipe Meeting Notes Design Logo Website Newsletter Research Survey Interview Training Onboarding Security Audit Payment Refund".split(
    " ",
  );
const words = `array[${WORDS.map((word) => `'${word}'`).join()}]`;
const word = (of, salt) => `(${words})[1 + abs(hashint4((${of}) * 31 + ${salt})::bigint) % ${WORDS.length}]`;
const pick = (of, salt, below) => `(abs(hashint8((${of})::bigint * 1000003 + ${salt})::bigint) % ${below})`;

export async function fill({ databaseUrl, chats, messages, say }) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const run = async (text) => sql.unsafe(text);
  const large = 20;
  const perLarge = Math.floor(messages / 100);
  const perSmall = Math.floor((messages - large * perLarge) / (chats - large));
  // Disables foreign keys and triggers; their effects are written directly.
  await run("set session_replication_role = replica; set synchronous_commit = off");
  await run(`insert into users (id, email, full_name, email_confirmed_at)
    select n, 'person' || n || '@example.com', ${word("n", 1)} || ' Person' || n, now() from generate_series(1, ${PEOPLE}) n`);
  await run(`insert into groups (id, name) values ('${GROUP}'::uuid, 'Large')`);
  await run(`insert into group_members (group_id, user_id, role, mention_name)
    select '${GROUP}'::uuid, n, (case n when 1 then 'owner' else 'member' end)::group_role, 'person' || n from generate_series(1, ${PEOPLE}) n`);
  await run(`insert into virtual_assistants (id, group_id, name, mention_name, is_default)
    select n, '${GROUP}'::uuid, 'Assistant ' || n, 'assistant' || n, n = 1 from generate_series(1, 12) n`);
  await run(`insert into chat_workspaces (id, group_id, name)
    select n, '${GROUP}'::uuid, 'Workspace ' || n from generate_series(1, 200) n`);
  say("chats");
  // Assistant 11 has one chat in a thousand, assistant 12 none.
  await run(`insert into chats (id, group_id, name, chat_type, summary, virtual_assistant_id, chat_workspace_id,
      parent_chat_id, temp, mention_name, created_by, created_at, updated_at)
    select n, '${GROUP}'::uuid,
      ${word("n", 1)} || ' ' || ${word("n", 2)} || ' ' || ${word("n", 3)} || case when n % 50000 = 7 then ' zebra' else '' end,
      (case when ${pick("n", 4, 10)} < 6 then 'private' when ${pick("n", 4, 10)} < 9 then 'group' else 'direct' end)::chat_type,
      case when ${pick("n", 5, 2)} = 0 then (select string_agg(${word("n * 40 + w", 6)}, ' ') from generate_series(1, 30) w) end,
      case when n % 1000 = 3 then 11 when ${pick("n", 7, 10)} < 6 then 1 else 2 + ${pick("n", 8, 9)} end,
      case when ${pick("n", 9, 10)} < 2 then 1 + ${pick("n", 10, 200)} end,
      case when n > 1000 and ${pick("n", 11, 10)} = 0 then 1 + ${pick("n", 12, 1000)} end,
      ${pick("n", 13, 100)} = 0,
      case when n % 100 = 1 then 'chat' || n end, 1,
      now() - (${chats} - n) * interval '5 minutes', now()
    from generate_series(1, ${chats}) n`);
  await run(`insert into chat_members (chat_id, user_id, group_id, role, is_starred, is_archived, position)
    select n, ${HEAVY}, '${GROUP}'::uuid, 'owner'::chat_role, ${pick("n", 14, 20)} = 0, ${pick("n", 15, 10)} < 3,
      case when ${pick("n", 16, 10)} = 0 then ${pick("n", 17, chats)} end
    from generate_series(1, ${chats}) n
    union all
    select n, person, '${GROUP}'::uuid, 'member'::chat_role, ${pick("n", 18, 20)} = 0, ${pick("n", 19, 10)} < 3, null
    from generate_series(1, ${chats}) n, generate_series(2, ${PEOPLE}) person where (n + person) % 50 = 0`);
  await run(`insert into chat_tags (chat_id, user_id, group_id, tag)
    select chat_id, user_id, group_id, case when chat_id % 5000 = 0 then 'Rare' else 'Common' end
    from chat_members where chat_id % 10 = 0`);
  say("messages");
  const indexes = await sql`select indexname, indexdef from pg_indexes where tablename = 'messages'
    and indexname not like '%_pkey'`;
  for (const { indexname } of indexes) await run(`drop index ${indexname}`);
  // Every second message is a reply, by the chat's assistant or, one in thirty, by another.
  const message = (
    chat,
    n,
    ord,
  ) => `select ${chat}, (case when ${n} % 2 = 0 then 'assistant' else 'user' end)::user_type,
      'Message ' || ${n} || ' about ' || ${word(`${chat} + ${n}`, 20)} || repeat(' and more of it', 4),
      case when ${n} % 2 = 1 then ${HEAVY} end,
      case when ${n} % 2 = 0 then case when ${n} % 30 = 0 then 2 + ${pick(chat, 21, 9)} else c.virtual_assistant_id end end,
      now() - (${messages} - ${ord}) * interval '1 second'
    from`;
  const into =
    "insert into messages (chat_id, user_type, text, from_user_id, from_virtual_assistant_id, created_at) ";
  // Inserted in rounds, so that messages of different chats are interleaved on disk as in production.
  await run(
    `${into} ${message("c.id", "n", "n * 1000")} generate_series(1, ${perSmall}) n cross join chats c where c.id > ${large}`,
  );
  await run(
    `${into} ${message("c.id", "n", "n")} generate_series(1, ${perLarge}) n cross join chats c where c.id <= ${large}`,
  );
  say("indexes");
  for (const { indexdef } of indexes) await run(indexdef);
  say("what is noted");
  await run(`update chats set last_message_id = m.id, last_message_text = left(m.text, 200),
      last_message_user_type = m.user_type::text, last_message_at = at, last_activity_at = at
    from (select chat_id, max(id) as id from messages group by chat_id) newest join messages m using (id),
      lateral (select now() - ${pick("m.chat_id", 22, 31_536_000)} * interval '1 second' as at) moment
    where chats.id = m.chat_id`);
  await run(`update chat_members set last_activity_at = chats.last_activity_at, chat_type = chats.chat_type,
      place = place_of(temp, parent_chat_id, chats.chat_workspace_id), chat_workspace_id = chats.chat_workspace_id,
      virtual_assistant_id = chats.virtual_assistant_id, name_key = lower(name),
      last_read_message_id = case when ${pick("chat_id + user_id", 23, 20)} > 0 then last_message_id end,
      unread_count = case when ${pick("chat_id + user_id", 23, 20)} = 0 then 1 + ${pick("chat_id", 24, 9)} else 0 end
    from chats where chats.id = chat_id`);
  await run(
    `insert into memories (group_id, user_id, text) select '${GROUP}'::uuid, 1 + n % ${PEOPLE}, 'Likes ' || ${word("n", 25)} from generate_series(1, 5000) n`,
  );
  await run(`insert into tasks (group_id, name, mention_name, latest_version)
    select '${GROUP}'::uuid, ${word("n", 26)} || ' ' || n, 'task' || n, 1 from generate_series(1, 5000) n`);
  await run(`insert into task_versions (task_id, number, fields) select id, 1, '{}' from tasks`);
  await run(`insert into chat_events (chat_id, kind, data)
    select 1 + ${pick("n", 27, chats)}, 'message.created', '{"message_id": 1}' from generate_series(1, 200000) n`);
  for (const table of ["users", "chat_workspaces", "virtual_assistants", "chats", "messages"])
    await run(`select setval('${table}_id_seq', (select max(id) from ${table}))`);
  say("vacuum");
  for (const table of ["chats", "chat_members", "messages", "chat_events", "tasks"])
    await run(`vacuum (analyze) ${table}`);
  await run("vacuum analyze");
  await sql.end();
}
