import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { toArrayLiteral } from "@/db/row-values";
import { findMainHeading } from "../headings";
import { isSingleWord } from "../indexed-text";
import { isOfGroup } from "./passages";
import { hasHeadings, shouldHaveVector } from "./similarity";

type Missing = { modelId: number; limit: number };
// A chunk. Chunks of messages store a range of the message instead of text.
type PlacedRow = {
  id: string;
  message_id: number | null;
  start: number;
  length: number;
  text: string | null;
  has_headings: boolean;
};

const lacks = (modelId: number) =>
  sql`not exists (select from passage_vectors v where v.passage_id = p.id and v.model_id = ${modelId}::int)`;

export async function listMessagesWithoutVector({ modelId, limit, groupId }: Missing & { groupId: string }) {
  const rows = await db().execute<PlacedRow>(sql`
    select p.id, p.message_id, p.start, p.length, null as text, false as has_headings
    from messages m join passages p on p.message_id = m.id
    where not m.is_indexed and ${isOfGroup(groupId)} and ${lacks(modelId)}
    order by m.id desc, p.ordinal limit ${limit}::int`);
  return withTexts([...rows]);
}

export async function listDocumentChunksWithoutVector({
  modelId,
  limit,
  documentId,
}: Missing & { documentId: number }) {
  const rows = await db().execute<PlacedRow>(sql`
    select p.id, p.message_id, p.start, p.length, p.text, ${hasHeadings} as has_headings from passages p
    where p.document_id = ${documentId}::int and ${lacks(modelId)} and ${shouldHaveVector}
    order by p.ordinal limit ${limit}::int`);
  return withTexts([...rows]);
}

/**
 * Returns chunks that lack a vector and whose id is below `before`, highest id first, except those whose message or
 * document is being indexed for the first time.
 */
export async function listChunksWithoutVector({ modelId, limit, before }: Missing & { before: number }) {
  const rows = await db().execute<PlacedRow>(sql`
    select p.id, p.message_id, p.start, p.length, p.text, ${hasHeadings} as has_headings from passages p
    where p.id < ${before}::bigint and ${lacks(modelId)} and ${shouldHaveVector}
      and not exists (select from messages m where m.id = p.message_id and not m.is_indexed)
      and not exists (select from documents d where d.id = p.document_id and d.status in ('queued', 'processing'))
    order by p.id desc limit ${limit}::int`);
  return withTexts([...rows]);
}

async function withTexts(rows: PlacedRow[]) {
  const ids = [...new Set(rows.flatMap(({ message_id: id }) => id ?? []))];
  const texts = new Map<number, string>();
  if (ids.length > 0) {
    const read = await db().execute<{ id: number; text: string }>(
      sql`select id, text from messages where id = any(${toArrayLiteral(ids)}::bigint[])`,
    );
    for (const { id, text } of read) texts.set(id, text);
  }
  const passages = rows.map(({ id, message_id, start, length, text, has_headings }) => ({
    id: Number(id),
    heading: has_headings && text !== null ? findMainHeading(text, length) : undefined,
    text: text ?? toEmbeddedText(texts.get(message_id ?? 0)?.slice(start, start + length)),
  }));
  return { passages, messages: [...texts].map(([id, text]) => ({ id, text })) };
}

// Semantic search has no use for messages such as "ok". They get zero vectors and are found by full-text search.
const toEmbeddedText = (text = "") => (isSingleWord(text) ? "" : text);

/** Skips chunks that another transaction changes, such as their kind. They are listed as missing afterwards. */
export async function insertVectors({
  modelId,
  vectors,
}: {
  modelId: number;
  vectors: { id: number; vector: Float32Array }[];
}): Promise<void> {
  // A 32-bit float has seven significant digits.
  const rows = vectors.map(({ id, vector }) => ({
    id,
    embedding: `[${Array.from(vector, (value) => value.toPrecision(7)).join()}]`,
  }));
  await db().execute(sql`
    with held as (
      select p.id, p.kind, p.group_id, p.chat_id, r.embedding
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, embedding text)
        join passages p on p.id = r.id for share of p skip locked)
    insert into passage_vectors (passage_id, model_id, kind, group_id, chat_id, embedding)
    select id, ${modelId}::int, kind, group_id, chat_id, embedding::vector from held
    on conflict do nothing`);
}

export async function countOfDocument({ modelId, documentId }: { modelId: number; documentId: number }) {
  const [row] = await db().execute<{ total: number; done: number }>(sql`
    select count(*)::int as total, count(v.passage_id)::int as done
    from passages p left join passage_vectors v on v.passage_id = p.id and v.model_id = ${modelId}::int
    where p.document_id = ${documentId}::int and ${shouldHaveVector}`);
  return row ?? { total: 0, done: 0 };
}
