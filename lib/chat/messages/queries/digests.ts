import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { groupMembers, users } from "@/db/schema/accounts";
import { chats } from "@/db/schema/chats";
import { messages } from "@/db/schema/messages";

/** `standing_key` of a person's digest chat. Each digest lists the chats that it covers in `extra.sums_up`. */
export const DIGEST_KEY = "digest";

type Digest = { id: number; chatId: number; language: string | null };

export async function listDigests({
  chatId,
  from,
}: {
  chatId: number;
  from: Date | null;
}): Promise<Digest[]> {
  const since: SQL = from === null ? sql`` : sql`and digest.created_at >= ${from.toISOString()}::timestamptz`;
  const rows = await db().execute<Digest>(sql`
    select digest.id, digest.chat_id as "chatId", reader.language
    from ${chats} about
    join ${groupMembers} member on member.group_id = about.group_id
    join ${chats} own on own.created_by = member.user_id and own.group_id = member.group_id
      and own.standing_key = ${DIGEST_KEY}
    join ${messages} digest on digest.chat_id = own.id
    join ${users} reader on reader.id = member.user_id
    where about.id = ${chatId}::int and digest.user_type = 'assistant' ${since}
      and digest.extra -> 'sums_up' @> ${JSON.stringify(chatId)}::jsonb
    order by digest.chat_id, digest.id`);
  return [...rows];
}

export const withdrawDigest = ({ id, text }: { id: number; text: string }) =>
  db().execute(sql`
    update ${messages} set text = ${text}, extra = extra - 'sums_up', is_indexed = false where id = ${id}::bigint`);
