import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow, toArrayLiteral } from "@/db/row-values";

export type NewPassage = {
  ordinal: number;
  page: number | null;
  start: number;
  length: number;
  text: string;
  /** Text with character bigrams and additional word forms, for `to_tsvector`. */
  paired: string;
  language: string | null;
  options: string[];
};

const words = sql`to_tsvector('simple', fold(r.paired)) ||
  array_to_tsvector(array(select jsonb_array_elements_text(r.options))) ||
  case when r.language is null then ''::tsvector else to_tsvector(r.language::regconfig, r.text) end`;

export const passageKind = sql.raw(`(case when d.place = 'library' and d.usable_by <> 'group'
  then 'restricted_document' else d.place || '_document' end)::passage_kind`);

type OfDocument = {
  document: { id: number; groupId: string; chatId: number | null };
  rows: NewPassage[];
};

export async function insertDocumentPassages({ document, rows }: OfDocument): Promise<void> {
  if (rows.length === 0) return;
  await db().execute(sql`
    insert into passages (kind, group_id, chat_id, document_id, ordinal, page, start, length, text, words)
    select ${passageKind}, ${document.groupId}::uuid, ${document.chatId}::int,
      ${document.id}::int, r.ordinal, r.page, r.start, r.length, r.text, ${words}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (ordinal int, page int, start int, length int, text text, paired text, language text, options jsonb)
      join documents d on d.id = ${document.id}::int
    on conflict do nothing`);
}

/**
 * Updates the kind of chunks and vectors to the audience of their documents. Expects a transaction that has changed
 * the documents. Chunks go first: vectors of a chunk are only inserted while nobody changes it.
 */
export async function updateKinds({ documentIds }: { documentIds: number[] }): Promise<void> {
  const ids = sql`any(${toArrayLiteral(documentIds)}::int[])`;
  await db().execute(sql`
    update passages set kind = ${passageKind} from documents d
    where d.id = passages.document_id and d.id = ${ids} and passages.kind <> ${passageKind}`);
  await db().execute(sql`
    update passage_vectors set kind = passages.kind from passages
    where passages.id = passage_vectors.passage_id and passages.document_id = ${ids}
      and passage_vectors.kind <> passages.kind`);
}

export async function findLastDocumentPassage({ documentId }: { documentId: number }) {
  const rows = await db().execute<{ page: number; ordinal: number }>(sql`
    select coalesce(max(page), 0)::int as page, coalesce(max(ordinal) + 1, 0)::int as ordinal
    from passages where document_id = ${documentId}::int`);
  return requireRow([...rows]);
}

export async function deleteDocumentPassages({ documentId }: { documentId: number }): Promise<void> {
  await db().execute(sql`delete from passages where document_id = ${documentId}::int`);
}

export const deleteMessagePassages = ({ ids }: { ids: number[] }) =>
  db().execute(sql`delete from passages where message_id = any(${toArrayLiteral(ids)}::bigint[])`);

export type SeenMessage = { id: number; hash: string };

// Indexed text of a message `m`. Empty for system messages and for replies of an undecided comparison.
const searched = sql`case when m.user_type = 'system' or m.extra ? 'comparison' then '' else m.text end`;

export const isOfGroup = (groupId: string) =>
  sql`exists (select from chats c where c.id = m.chat_id and c.group_id = ${groupId}::uuid)`;

export async function listMessagesToChunk({
  groupId,
  before,
  limit,
}: {
  groupId: string;
  before: number | undefined;
  limit: number;
}): Promise<{ id: number; text: string }[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}::bigint`;
  const rows = await db().execute<{ id: number; text: string }>(sql`
    select id, ${searched} as text from messages m
    where not is_indexed and ${isOfGroup(groupId)} ${older} and not exists (select from passages p where p.message_id = m.id)
    order by id desc limit ${limit}::int`);
  return [...rows];
}

/**
 * Stores chunks of messages whose text is unchanged. Skips locked messages, which are retried later, so that edits and
 * deletions never wait for indexing or block it. Returns the number of chunks.
 */
export async function insertMessagePassages({
  messages,
  rows,
}: {
  messages: SeenMessage[];
  rows: (NewPassage & { messageId: number })[];
}): Promise<number> {
  if (rows.length === 0) return 0;
  const stored = await db().execute(sql`
    with held as (
      select m.id, m.chat_id, c.group_id from ${toMessageRecords(messages)}
        join messages m on m.id = g.id and md5(m.text) = g.hash and m.aside_with_id is null
        join chats c on c.id = m.chat_id
      for no key update of m skip locked for key share of c skip locked)
    insert into passages (kind, group_id, chat_id, message_id, ordinal, page, start, length, words)
    select 'message', held.group_id, held.chat_id, held.id, r.ordinal, null, r.start, r.length, ${words}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      ("messageId" bigint, ordinal int, start int, length int, text text, paired text, language text, options jsonb)
      join held on held.id = r."messageId"
    on conflict do nothing returning id`);
  return stored.length;
}

/**
 * Marks messages as indexed if their text is unchanged and, when `modelId` is set, all their chunks have vectors of
 * that model. Returns the number of marked messages.
 */
export async function markIndexed({
  messages,
  modelId,
}: {
  messages: SeenMessage[];
  modelId: number | null;
}): Promise<number> {
  if (messages.length === 0) return 0;
  const rows = await db().execute(sql`
    with held as (
      select m.id from ${toMessageRecords(messages)} join messages m on m.id = g.id
      where not m.is_indexed and md5(${searched}) = g.hash
      for no key update of m skip locked)
    update messages set is_indexed = true from held
    where messages.id = held.id and not exists (
      select from passages p where p.message_id = held.id and not exists (
        select from passage_vectors v where v.passage_id = p.id and v.model_id = ${modelId}::int))
      -- One that was edited a moment ago has none left: it is cut anew.
      and (${modelId}::int is null or exists (select from passages p where p.message_id = held.id))
    returning messages.id`);
  return rows.length;
}

const toMessageRecords = (messages: SeenMessage[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as g (id bigint, hash text)`;

/** Returns messages whose chunks all have vectors, but which were locked when `markIndexed` ran. */
export async function listMessagesToMark({
  groupId,
  modelId,
  limit,
}: {
  groupId: string;
  modelId: number;
  limit: number;
}) {
  const rows = await db().execute<{ id: number; text: string }>(sql`
    select id, text from messages m
    where not is_indexed and ${isOfGroup(groupId)} and exists (select from passages p where p.message_id = m.id) and not exists (
      select from passages p where p.message_id = m.id and not exists (
        select from passage_vectors v where v.passage_id = p.id and v.model_id = ${modelId}::int))
    limit ${limit}::int`);
  return [...rows];
}

export async function countUnindexed({ groupId, limit }: { groupId?: string; limit: number }) {
  const ofGroup = groupId === undefined ? sql`` : sql`and ${isOfGroup(groupId)}`;
  const rows = await db().execute<{ messages: number; oldest: string | null; seconds: number }>(sql`
    select count(*)::int as messages, to_json(min(created_at)) #>> '{}' as oldest,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as seconds
    from (select created_at from messages m where not is_indexed ${ofGroup} order by id limit ${limit}::int) waiting`);
  const { messages, oldest, seconds } = requireRow([...rows]);
  return { messages, oldestAt: oldest === null ? null : new Date(oldest), seconds: Math.max(0, seconds) };
}

export async function listUnindexedGroups({ limit }: { limit: number }): Promise<string[]> {
  const rows = await db().execute<{ id: string }>(sql`
    select distinct c.group_id as id from messages m join chats c on c.id = m.chat_id
    where not m.is_indexed limit ${limit}::int`);
  return [...rows].map(({ id }) => id);
}
