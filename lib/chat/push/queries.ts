import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { groupMembers, groups, pushDevices, users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { inboundMails } from "@/db/schema/inbound-mails";
import { messages } from "@/db/schema/messages";
import { publicSessions } from "@/db/schema/public-chats";

export const lockUser = ({ userId }: { userId: number }) =>
  db().select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");

export const upsertDevice = (values: typeof pushDevices.$inferInsert) =>
  db()
    .insert(pushDevices)
    .values(values)
    .onConflictDoUpdate({
      target: pushDevices.token,
      set: {
        userId: values.userId,
        deviceId: values.deviceId ?? null,
        platform: values.platform ?? null,
        createdAt: sql`now()`,
      },
    });

export async function deleteReplaced(values: {
  userId: number;
  token: string;
  deviceId: string | null;
  most: number;
}): Promise<void> {
  const { userId, token, deviceId, most } = values;
  const oldest = db()
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
    .offset(most);
  await db()
    .delete(pushDevices)
    .where(
      and(
        eq(pushDevices.userId, userId),
        ne(pushDevices.token, token),
        or(
          deviceId === null ? undefined : eq(pushDevices.deviceId, deviceId),
          inArray(pushDevices.id, oldest),
        ),
      ),
    );
}

export const deleteDevice = ({ userId, token }: { userId: number; token: string }) =>
  db()
    .delete(pushDevices)
    .where(and(eq(pushDevices.userId, userId), eq(pushDevices.token, token)));

/** Deletes tokens that Firebase rejected, unless they were registered again in the meantime (with a new id). */
export const deleteDevices = ({ tokens }: { tokens: { id: number; token: string }[] }) =>
  db()
    .delete(pushDevices)
    .where(or(...tokens.map(({ id, token }) => and(eq(pushDevices.id, id), eq(pushDevices.token, token)))));

export async function findMessage({ messageId }: { messageId: number }) {
  const [row] = await db()
    .select({
      id: messages.id,
      text: messages.text,
      chatId: chats.id,
      chatUuid: chats.uuid,
      chatName: chats.name,
      fromUserId: messages.fromUserId,
      author: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
    })
    .from(messages)
    .innerJoin(chats, eq(chats.id, messages.chatId))
    .leftJoin(users, eq(users.id, messages.fromUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, messages.fromVirtualAssistantId))
    .where(eq(messages.id, messageId));
  return row;
}
export type PushedMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

export async function findHeldMail({ mailId }: { mailId: number }) {
  const [row] = await db()
    .select({
      chatId: chats.id,
      chatUuid: chats.uuid,
      chatName: chats.name,
      from: sql<string>`coalesce(${inboundMails.fromName}, ${inboundMails.fromAddress})`,
      subject: inboundMails.subject,
    })
    .from(inboundMails)
    .innerJoin(chats, eq(chats.id, inboundMails.chatId))
    .where(and(eq(inboundMails.id, mailId), eq(inboundMails.state, "held")));
  return row;
}
export type HeldMail = NonNullable<Awaited<ReturnType<typeof findHeldMail>>>;

const publicChats = alias(chats, "public_chat");

export async function findWaiting({ chatId }: { chatId: number }) {
  const [row] = await db()
    .select({
      chatId: chats.id,
      chatUuid: chats.uuid,
      chatName: chats.name,
      publicName: publicChats.name,
      reason: sql<"requested" | "unknown" | "rule">`coalesce(${publicSessions.handoverReason}, 'requested')`,
    })
    .from(publicSessions)
    .innerJoin(chats, eq(chats.id, publicSessions.conversationId))
    .innerJoin(publicChats, eq(publicChats.id, publicSessions.chatId))
    .where(and(eq(publicSessions.conversationId, chatId), isNotNull(publicSessions.waitingSince)));
  return row;
}
export type Waiting = NonNullable<Awaited<ReturnType<typeof findWaiting>>>;

type Devices = { chatId: number; notUserId?: number | null; isForAdmins?: boolean; ids?: number[] };
/**
 * Returns devices of active members who have not muted the chat. Optionally excludes the author, restricts to owners
 * and admins, or restricts to the given devices.
 */
export const listDevicesOfChat = (which: Devices) =>
  db()
    .select({ id: pushDevices.id, token: pushDevices.token, language: users.language })
    .from(chatMembers)
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, chatMembers.groupId), eq(groupMembers.userId, chatMembers.userId)),
    )
    .innerJoin(users, and(eq(users.id, chatMembers.userId), isNull(users.disabledAt)))
    .innerJoin(groups, and(eq(groups.id, chatMembers.groupId), isNull(groups.suspendedAt)))
    .innerJoin(pushDevices, eq(pushDevices.userId, users.id))
    .where(
      and(
        eq(chatMembers.chatId, which.chatId),
        eq(chatMembers.isMuted, false),
        which.isForAdmins ? ne(chatMembers.role, "member") : undefined,
        which.notUserId == null ? undefined : ne(chatMembers.userId, which.notUserId),
        which.ids && inArray(pushDevices.id, which.ids),
      ),
    )
    .orderBy(pushDevices.id);
