import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { chatMembers } from "@/db/schema/chats";
import { conversationNotes, savedReplies } from "@/db/schema/public-chats";
import { isOfCaller, type StaffCaller } from "../../staff/queries";

const person = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };

const notes = () =>
  db()
    .select({ note: conversationNotes, author: person })
    .from(conversationNotes)
    .innerJoin(chatMembers, eq(chatMembers.chatId, conversationNotes.conversationId))
    .leftJoin(users, eq(users.id, conversationNotes.authorId));

export const listNotes = ({ conversationId }: { conversationId: number }, mine: StaffCaller) =>
  notes()
    .where(and(isOfCaller(mine), eq(conversationNotes.conversationId, conversationId)))
    .orderBy(asc(conversationNotes.id));

export async function findNote(
  { conversationId, id }: { conversationId: number; id: number },
  mine: StaffCaller,
) {
  const [row] = await notes().where(
    and(isOfCaller(mine), eq(conversationNotes.conversationId, conversationId), eq(conversationNotes.id, id)),
  );
  return row;
}

export async function insertNote(values: typeof conversationNotes.$inferInsert): Promise<number> {
  return requireRow(
    await db().insert(conversationNotes).values(values).returning({ id: conversationNotes.id }),
  ).id;
}

export const deleteNote = ({ id }: { id: number }) =>
  db().delete(conversationNotes).where(eq(conversationNotes.id, id));

const replies = () =>
  db()
    .select({ reply: savedReplies, creator: person })
    .from(savedReplies)
    .leftJoin(users, eq(users.id, savedReplies.createdBy));

export const listReplies = ({ groupId }: GroupKey) =>
  replies()
    .where(eq(savedReplies.groupId, groupId))
    .orderBy(sql`lower(${savedReplies.name})`, asc(savedReplies.id));

export async function findReply({ id, groupId }: GroupKey & { id: number }) {
  const [row] = await replies().where(and(eq(savedReplies.id, id), eq(savedReplies.groupId, groupId)));
  return row;
}

export async function countReplies({ groupId }: GroupKey): Promise<number> {
  return db().$count(savedReplies, eq(savedReplies.groupId, groupId));
}

export async function insertReply(values: typeof savedReplies.$inferInsert): Promise<number> {
  return requireRow(await db().insert(savedReplies).values(values).returning({ id: savedReplies.id })).id;
}

const own = ({ id, groupId }: GroupKey & { id: number }) =>
  and(eq(savedReplies.id, id), eq(savedReplies.groupId, groupId));

export const updateReply = (which: GroupKey & { id: number }, values: { name?: string; text?: string }) =>
  db().update(savedReplies).set(values).where(own(which));

export const deleteReply = (which: GroupKey & { id: number }) => db().delete(savedReplies).where(own(which));
