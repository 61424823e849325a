import { and, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groups, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { inboundMails, type StoredMailFile } from "@/db/schema/inbound-mails";

export type MailRow = typeof inboundMails.$inferSelect;
export type NewMail = typeof inboundMails.$inferInsert;
export type { StoredMailFile };

type MailState = MailRow["state"];

const isOfActiveGroup = sql`exists (select 1 from ${groups} own
  where own.id = ${chats.groupId} and own.suspended_at is null)`;

export const listChatsWithMail = ({ uuids }: { uuids: string[] }) =>
  db()
    .select()
    .from(chats)
    .where(and(inArray(chats.uuid, uuids), eq(chats.emailIntegrationEnabled, true), isOfActiveGroup));

export async function findMemberByAddress({ chatId, address }: { chatId: number; address: string }) {
  const [row] = await db()
    .select({ userId: users.id, language: users.language })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(
      and(eq(chatMembers.chatId, chatId), sql`lower(${users.email}) = ${address}`, isNull(users.disabledAt)),
    );
  return row;
}

export async function listDeciders({ chatId }: { chatId: number }): Promise<number[]> {
  const rows = await db()
    .select({ userId: chatMembers.userId })
    .from(chatMembers)
    .where(and(eq(chatMembers.chatId, chatId), ne(chatMembers.role, "member")));
  return rows.map(({ userId }) => userId);
}

export async function countRecentMails({ chatId, address }: { chatId: number; address: string }) {
  const [row] = await db().execute<{ sender: number; all: number; held: number }>(sql`
    select count(*) filter (where from_address = ${address} and created_at > now() - interval '1 hour')::int as sender,
      count(*) filter (where created_at > now() - interval '1 hour')::int as all,
      count(*) filter (where state = 'held')::int as held
    from inbound_mails where chat_id = ${chatId}::int`);
  return row!;
}

export async function insertMail(values: NewMail): Promise<MailRow | undefined> {
  const [row] = await db().insert(inboundMails).values(values).onConflictDoNothing().returning();
  return row;
}

type MailFilter = { chatId: number; state?: MailState };
const ofChat = ({ chatId, state }: MailFilter) =>
  and(eq(inboundMails.chatId, chatId), state && eq(inboundMails.state, state));

export const listMails = ({ limit, offset, ...which }: MailFilter & { limit: number; offset: number }) =>
  db()
    .select()
    .from(inboundMails)
    .where(ofChat(which))
    .orderBy(desc(inboundMails.id))
    .limit(limit)
    .offset(offset);

export async function countMails(which: MailFilter): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(inboundMails).where(ofChat(which))).total;
}

export async function lockMail({ chatId, id }: { chatId: number; id: number }): Promise<MailRow | undefined> {
  const [row] = await db()
    .select()
    .from(inboundMails)
    .where(and(eq(inboundMails.chatId, chatId), eq(inboundMails.id, id)))
    .for("update");
  return row;
}

export async function updateMail({ id, values }: { id: number; values: Partial<NewMail> }): Promise<MailRow> {
  return requireRow(await db().update(inboundMails).set(values).where(eq(inboundMails.id, id)).returning());
}

export async function findMail({ id }: { id: number }) {
  const [row] = await db()
    .select({ mail: inboundMails, chat: chats })
    .from(inboundMails)
    .innerJoin(chats, eq(chats.id, inboundMails.chatId))
    .where(and(eq(inboundMails.id, id), isOfActiveGroup));
  return row;
}

/** Deletes held mails after 30 days and others after 90. Returns the storage keys of their files. */
export async function deleteOldMails(): Promise<string[]> {
  const rows = await db()
    .delete(inboundMails)
    .where(
      sql`created_at < now() - case when state = 'held' then interval '30 days' else interval '90 days' end`,
    )
    .returning({ files: inboundMails.files });
  return rows.flatMap(({ files }) => files.map(({ storage_key }) => storage_key));
}
