import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { passageKind } from "./passages";

export type Copy = { from: number; to: number };

export async function copyContents({ copies }: { copies: Copy[] }): Promise<void> {
  if (copies.length === 0) return;
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as pair ("from" bigint, "to" bigint)`;
  await db().execute(sql`
    insert into document_texts (document_id, text, parts)
    select pair."to", text, parts from ${pairs} join document_texts on document_id = pair."from"`);
  await db().execute(sql`
    with copied as (
      insert into passages (kind, group_id, chat_id, document_id, ordinal, page, start, length, text, words)
      select ${passageKind}, d.group_id, d.chat_id, d.id, p.ordinal, p.page, p.start,
        p.length, p.text, p.words
      from ${pairs} join documents d on d.id = pair."to" join passages p on p.document_id = pair."from"
      returning id, document_id, ordinal, kind, group_id, chat_id)
    insert into passage_vectors (passage_id, model_id, kind, group_id, chat_id, embedding)
    select copied.id, v.model_id, copied.kind, copied.group_id, copied.chat_id, v.embedding
    from ${pairs} join copied on copied.document_id = pair."to"
      join passages p on p.document_id = pair."from" and p.ordinal = copied.ordinal
      join passage_vectors v on v.passage_id = p.id`);
}
