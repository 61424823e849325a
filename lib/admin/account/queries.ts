import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import {
  apiTokens,
  groupMembers,
  groups,
  mailedTokens,
  pushDevices,
  sessions,
  users,
} from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatImports } from "@/db/schema/chat-imports";
import { chatMembers, chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";
import { memberRatings, messages } from "@/db/schema/messages";
import { storedFiles } from "@/db/schema/storage";
import { listFilesOfChats } from "@/lib/chat/files/service";
import * as callers from "@/lib/identity/callers/service";

type OfUser = { userId: number };

const living = ({ userId }: OfUser) =>
  and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));

/** Excludes sessions of groups that the person has left, which grant no access. */
export const listSessions = ({ userId }: OfUser) =>
  db()
    .select({ session: sessions, group: { id: groups.id, name: groups.name } })
    .from(sessions)
    .innerJoin(groups, eq(groups.id, sessions.groupId))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, sessions.groupId), eq(groupMembers.userId, sessions.userId)),
    )
    .where(living({ userId }))
    .orderBy(desc(sessions.lastUsedAt), asc(sessions.id));
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

export async function findSignedInAt({ userId, id }: OfUser & { id: string }): Promise<Date | undefined> {
  const [row] = await db()
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(living({ userId }), eq(sessions.id, id)));
  return row?.createdAt;
}

export async function endSessions({ userId, id, except }: OfUser & { id?: string; except?: string }) {
  const ended = await db()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(
      and(
        living({ userId }),
        id ? eq(sessions.id, id) : undefined,
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ groupId: sessions.groupId });
  callers.clearCache();
  return ended;
}

const others = alias(groupMembers, "others");

/**
 * Locks the person's groups against changes of members and roles until the transaction ends, and returns what each
 * contains besides the person.
 */
export async function lockGroups({ userId }: OfUser) {
  const mine = db()
    .select({ id: groupMembers.groupId })
    .from(groupMembers)
    .where(eq(groupMembers.userId, userId));
  await db()
    .select({ id: groups.id })
    .from(groups)
    .where(inArray(groups.id, mine))
    .orderBy(groups.id)
    .for("update");
  const besides = sql`from ${groupMembers} ${others} join ${users} on ${users.id} = ${others.userId}
    where ${others.groupId} = ${groups.id} and ${others.userId} <> ${userId}`;
  return db()
    .select({
      id: groups.id,
      name: groups.name,
      role: groupMembers.role,
      hasOthers: sql<boolean>`exists (select 1 ${besides})`,
      // A disabled account cannot own a group.
      hasOtherOwner: sql<boolean>`exists (select 1 ${besides}
        and ${others.role} = 'owner' and ${users.disabledAt} is null)`,
    })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(eq(groupMembers.userId, userId))
    .orderBy(groups.id);
}

/**
 * Locks the person's chats in ascending order. All functions that lock several chats use this order to prevent
 * deadlocks.
 */
export async function lockChats({ userId }: OfUser): Promise<void> {
  const mine = db()
    .select({ id: chatMembers.chatId })
    .from(chatMembers)
    .where(eq(chatMembers.userId, userId));
  await db()
    .select({ id: chats.id })
    .from(chats)
    .where(inArray(chats.id, mine))
    .orderBy(chats.id)
    .for("update");
}

// Excludes rows of people who have left the group, which grant no access.
const otherMembers = (chatId: SQLWrapper, userId: number) => sql`
  from ${chatMembers} other join ${groupMembers} present
    on present.user_id = other.user_id and present.group_id = other.group_id
  where other.chat_id = ${chatId} and other.user_id <> ${userId}`;

export async function deleteChats({ userId, groupIds }: OfUser & { groupIds: string[] }) {
  const going = await db()
    .select({ id: chats.id })
    .from(chats)
    .innerJoin(chatMembers, and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId)))
    .where(sql`not exists (select 1 ${otherMembers(chats.id, userId)})`);
  const inGroups =
    groupIds.length === 0
      ? []
      : await db().select({ id: chats.id }).from(chats).where(inArray(chats.groupId, groupIds));
  const chatIds = [...new Set([...going, ...inGroups].map(({ id }) => id))];
  if (chatIds.length === 0) return { chatIds, files: [] };
  const files = await listFilesOfChats(chatIds);
  await db().delete(chats).where(inArray(chats.id, chatIds));
  return { chatIds, files };
}

export async function deleteGroups({ groupIds }: { groupIds: string[] }): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const files = await db()
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(inArray(storedFiles.groupId, groupIds));
  await db().delete(groups).where(inArray(groups.id, groupIds));
  return files.map(({ key }) => key);
}

export async function listFilesOfImports({ userId }: OfUser): Promise<string[]> {
  const rows = await db()
    .select({ key: chatImports.storageKey })
    .from(chatImports)
    .where(and(eq(chatImports.userId, userId), isNotNull(chatImports.storageKey)));
  return rows.flatMap(({ key }) => key ?? []);
}

/**
 * Deletes an account with its sessions, tokens and devices, and anonymizes remaining content. If the account owned the
 * installation, the oldest active account becomes the owner.
 */
export async function deleteUser({ userId, email }: OfUser & { email: string }): Promise<void> {
  await db().delete(mailedTokens).where(eq(mailedTokens.email, email));
  await db().delete(users).where(eq(users.id, userId));
  await db().execute(sql`
    update ${users} set is_installation_owner = true
    where id = (select min(id) from ${users} where disabled_at is null)
      and not exists (select 1 from ${users} where is_installation_owner)`);
  callers.clearCache();
}

export async function listCredentials({ userId }: OfUser) {
  const [tokens, devices] = await Promise.all([
    db()
      .select()
      .from(apiTokens)
      .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt))),
    db().select().from(pushDevices).where(eq(pushDevices.userId, userId)),
  ]);
  return { tokens, devices };
}

export const listChatsAfter = ({ userId, after, size }: OfUser & { after: number; size: number }) =>
  db()
    .select({ chat: chats, role: chatMembers.role, groupName: groups.name })
    .from(chatMembers)
    .innerJoin(chats, eq(chats.id, chatMembers.chatId))
    .innerJoin(groups, eq(groups.id, chats.groupId))
    .innerJoin(groupMembers, and(eq(groupMembers.groupId, groups.id), eq(groupMembers.userId, userId)))
    .where(and(eq(chatMembers.userId, userId), gt(chats.id, after)))
    .orderBy(asc(chats.id))
    .limit(size);
export type ChatRow = Awaited<ReturnType<typeof listChatsAfter>>[number];

export const listNamesInChat = ({ chatId }: { chatId: number }) =>
  db()
    .select({ id: users.id, fullName: users.fullName, role: chatMembers.role })
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(eq(chatMembers.chatId, chatId))
    .orderBy(asc(users.id));

export const listMessagesAfter = (which: OfUser & { chatId: number; after: number; size: number }) =>
  db()
    .select({
      message: messages,
      author: users.fullName,
      assistant: virtualAssistants.name,
      rating: memberRatings,
    })
    .from(messages)
    .innerJoin(
      chatMembers,
      and(eq(chatMembers.chatId, messages.chatId), eq(chatMembers.userId, which.userId)),
    )
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .leftJoin(
      memberRatings,
      and(eq(memberRatings.messageId, messages.id), eq(memberRatings.userId, which.userId)),
    )
    .where(and(eq(messages.chatId, which.chatId), gt(messages.id, which.after)))
    .orderBy(asc(messages.id))
    .limit(which.size);
export type MessageRow = Awaited<ReturnType<typeof listMessagesAfter>>[number];

export const listDocumentsAfter = ({ userId, after, size }: OfUser & { after: number; size: number }) =>
  db()
    .select({ document: documents })
    .from(documents)
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, documents.groupId), eq(groupMembers.userId, userId)),
    )
    .where(and(eq(documents.createdBy, userId), gt(documents.id, after)))
    .orderBy(asc(documents.id))
    .limit(size);
