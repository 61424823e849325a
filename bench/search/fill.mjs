// Creates messages with words and synthetic vectors in one group: 100 per chat, each chat about a few subjects.
import { once } from "node:events";
import postgres from "postgres";
import { DIMENSIONS, random, world } from "./vectors.mjs";

export const GROUP = "00000000-0000-4000-8000-000000000001";
const PER_CHAT = 100;
/** Members, each numbered by the percentage of chats that they are in. */
export const PEOPLE = [1, 5, 50, 100];

const open = (databaseUrl) => postgres(databaseUrl, { max: 1, onnotice: () => {} });

export async function fill({ databaseUrl, from, to, say }) {
  const sql = open(databaseUrl);
  const run = (text) => sql.unsafe(text);
  const [first, last] = [from / PER_CHAT + 1, to / PER_CHAT];
  await run("set session_replication_role = replica; set synchronous_commit = off");
  await run("drop index if exists bench_hnsw");
  if (from === 0) {
    await run(`insert into users (id, email, full_name, email_confirmed_at)
      select n, 'person' || n || '@example.com', 'Person ' || n, now() from unnest(array[${PEOPLE}]) n`);
    await run(`insert into groups (id, name) values ('${GROUP}', 'Large')`);
    await run(`insert into group_members (group_id, user_id, role, mention_name)
      select '${GROUP}', n, 'member', 'person' || n from unnest(array[${PEOPLE}]) n`);
    await run(`insert into embedding_models (id, model, dimensions) values (1, 'bench', ${DIMENSIONS})`);
  }
  await run(`insert into chats (id, group_id, name) select n, '${GROUP}', 'Chat ' || n
    from generate_series(${first}, ${last}) n`);
  await run(`insert into chat_members (chat_id, user_id, group_id, role) select n, person, '${GROUP}', 'member'
    from generate_series(${first}, ${last}) n, unnest(array[${PEOPLE}]) person where n * 7919 % 100 < person`);
  // Word frequencies follow natural text: a few words are everywhere, most are rare.
  await run(`insert into messages (id, chat_id, user_type, text, from_user_id, is_indexed)
    select n, (n - 1) / ${PER_CHAT} + 1, 'user', (select string_agg('word' ||
      floor(power(20000, (abs(hashint8(n::bigint * 64 + w)::bigint) % 100000) / 100000.0))::int, ' ')
      from generate_series(1, 12) w), 1, true
    from generate_series(${from + 1}, ${to}) n`);
  await run(`insert into passages (id, kind, group_id, chat_id, message_id, ordinal, start, length, words)
    select id, 'message', '${GROUP}', chat_id, id, 0, 0, length(text), to_tsvector('simple', text)
    from messages where id > ${from}`);
  say(`vectors of messages ${from + 1} to ${to}`);
  await copyVectors(sql, from, to);
  for (const table of ["chats", "chat_members", "messages", "passages", "passage_vectors"])
    await run(`vacuum (analyze) ${table}`);
  await sql.end();
}

const pickSubject = (id, subjects) => {
  const chat = Math.floor((id - 1) / PER_CHAT) + 1;
  return (chat * 7919 + (id % 3) * 104_729) % subjects;
};

/** Inserts vectors with binary COPY, which is half the size of text and needs no parsing. */
async function copyVectors(sql, from, to) {
  const { subjects, generateVector } = world();
  const stream = await sql`copy passage_vectors (passage_id, model_id, kind, group_id, chat_id, embedding)
    from stdin (format binary)`.writable();
  const header = Buffer.alloc(19);
  header.write("PGCOPY\n\xff\r\n\0", "latin1");
  const kind = Buffer.from("message");
  const group = Buffer.from(GROUP.replaceAll("-", ""), "hex");
  let parts = [header];
  for (let id = from + 1; id <= to; id++) {
    parts.push(row(id, kind, group, generateVector(pickSubject(id, subjects), random(id))));
    if (parts.length < 500 && id < to) continue;
    if (!stream.write(Buffer.concat(parts))) await once(stream, "drain");
    parts = [];
  }
  stream.end(Buffer.from([0xff, 0xff]));
  await once(stream, "finish");
}

function row(id, kind, group, vector) {
  const bytes = Buffer.alloc(2 + 12 + 8 + (4 + kind.length) + 20 + 8 + 8 + DIMENSIONS * 4);
  let at = bytes.writeInt16BE(6);
  const field = (length) => {
    at = bytes.writeInt32BE(length, at);
  };
  field(8);
  at = bytes.writeBigInt64BE(BigInt(id), at);
  field(4);
  at = bytes.writeInt32BE(1, at);
  field(kind.length);
  at += kind.copy(bytes, at);
  field(16);
  at += group.copy(bytes, at);
  field(4);
  at = bytes.writeInt32BE(Math.floor((id - 1) / PER_CHAT) + 1, at);
  field(4 + DIMENSIONS * 4);
  at = bytes.writeInt16BE(DIMENSIONS, at);
  at = bytes.writeInt16BE(0, at);
  for (const value of vector) at = bytes.writeFloatBE(value, at);
  return bytes.subarray(0, at);
}

/** Builds the vector index that the product uses for this many rows. Returns its minutes, or undefined if aborted. */
export async function index({ databaseUrl, minutes }) {
  const sql = open(databaseUrl);
  const began = performance.now();
  try {
    await sql.unsafe(`set statement_timeout = '${minutes}min'; set maintenance_work_mem = '2GB'`);
    await sql.unsafe(`create index bench_hnsw on passage_vectors
      using hnsw ((embedding::halfvec(${DIMENSIONS})) halfvec_cosine_ops)
      where model_id = 1 and kind = 'message'`);
    return (performance.now() - began) / 60_000;
  } catch (error) {
    if (error.code === "57014") return undefined;
    throw error;
  } finally {
    await sql.end();
  }
}
