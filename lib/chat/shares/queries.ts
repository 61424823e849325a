import { and, count, desc, eq, gt, isNull, lt, not, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { ChatKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groupMembers, groups, users } from "@/db/schema/accounts";
import { chatMembers, chats } from "@/db/schema/chats";
import { chatShares } from "@/db/schema/shares";

const isOfChat = ({ chatId, groupId }: ChatKey) =>
  and(eq(chatShares.chatId, chatId), eq(chatShares.groupId, groupId));
// Checks that the creator still has the permission `chat.share-with-anyone` (`lib/identity/access/rules.ts`).
const isAuthorized = () => sql`exists (
  select from ${chatMembers} creator
  join ${groupMembers} colleague on colleague.user_id = creator.user_id and colleague.group_id = creator.group_id
  join ${users} account on account.id = creator.user_id and account.disabled_at is null
  where creator.chat_id = ${chatShares.chatId} and creator.user_id = ${chatShares.createdBy}
    and (${chatShares.requiresSignIn} or creator.role in ('owner', 'admin')))`;
const isOpen = () =>
  and(or(isNull(chatShares.expiresAt), gt(chatShares.expiresAt, sql`now()`)), isAuthorized());

const listed = () =>
  db()
    .select({
      id: chatShares.id,
      requiresSignIn: chatShares.requiresSignIn,
      isLive: sql<boolean>`${chatShares.snapshot} is null`,
      createdAt: chatShares.createdAt,
      expiresAt: chatShares.expiresAt,
      creator: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
    })
    .from(chatShares)
    .leftJoin(users, eq(users.id, chatShares.createdBy))
    .$dynamic();
export type ListedShare = Awaited<ReturnType<typeof listed>>[number];

export const listShares = (of: ChatKey) =>
  listed()
    .where(and(isOfChat(of), isOpen()))
    .orderBy(desc(chatShares.createdAt), desc(chatShares.id));

export async function findShare({ id, ...of }: ChatKey & { id: string }): Promise<ListedShare | undefined> {
  const [row] = await listed().where(and(eq(chatShares.id, id), isOfChat(of), isOpen()));
  return row;
}

export async function countShares(of: ChatKey): Promise<number> {
  return requireRow(
    await db()
      .select({ total: count() })
      .from(chatShares)
      .where(and(isOfChat(of), isOpen())),
  ).total;
}

export async function insertShare(values: typeof chatShares.$inferInsert): Promise<string> {
  return requireRow(await db().insert(chatShares).values(values).returning({ id: chatShares.id })).id;
}

export async function deleteShare({ id, ...of }: ChatKey & { id: string }): Promise<boolean> {
  const rows = await db()
    .delete(chatShares)
    .where(and(eq(chatShares.id, id), isOfChat(of)))
    .returning({ id: chatShares.id });
  return rows.length > 0;
}

/**
 * Resolves a link. Returns undefined when it has expired or been revoked, when its group is suspended, or when it
 * requires sign-in to another group than `groupId`.
 */
export async function findOpenShare({ id, groupId }: { id: string; groupId: string | undefined }) {
  const [row] = await db()
    .select({ share: chatShares, chatName: chats.name })
    .from(chatShares)
    .innerJoin(chats, eq(chats.id, chatShares.chatId))
    .innerJoin(groups, and(eq(groups.id, chats.groupId), isNull(groups.suspendedAt)))
    .where(
      and(
        eq(chatShares.id, id),
        isOpen(),
        groupId === undefined
          ? undefined
          : or(eq(chatShares.requiresSignIn, false), eq(chatShares.groupId, groupId)),
      ),
    );
  return row;
}

export const deleteUnauthorized = ({ chatId }: { chatId: number }) =>
  db()
    .delete(chatShares)
    .where(and(eq(chatShares.chatId, chatId), not(isAuthorized())));

export const deleteExpired = () => db().delete(chatShares).where(lt(chatShares.expiresAt, sql`now()`));
