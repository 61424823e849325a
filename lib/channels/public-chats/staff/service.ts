import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { publicChats as usage } from "@/lib/llm/usage/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { endWait } from "@/lib/replies/handover/service";
import * as replies from "@/lib/replies/runs/service";
import { toInboxItem } from "../inbox/present";
import { setBlocked as blockSessions, listPublicChats, updateSession } from "../queries";
import type { publicStaffApi } from "./contract";
import * as queries from "./queries";

type VisitorsQuery = z.output<typeof publicStaffApi.listVisitors.query & z.ZodObject>;
export const toStaffCaller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/**
 * Publishes or unpublishes a chat. Unpublishing increments the epoch, which ends all sessions permanently.
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation
 */
export async function setPublic(viewer: Viewer, reference: Reference, isPublic: boolean) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  await transaction(async () => {
    await chats.lock(chat.id);
    if (!(await queries.setPublic({ chatId: chat.id, isPublic }))) return;
    await chats.publishUpdated([chat.id], "is_public");
    await recordAudit(viewer, isPublic ? "chat_published" : "chat_unpublished", chat);
  });
  return chats.get(viewer, chat.id);
}

/** Makes the streams of a group's visitors check their session after the group was suspended or reactivated. */
export async function recheckSessions(groupId: string): Promise<void> {
  await chats.publishUpdated(await listPublicChats({ groupId }), "is_public");
}

const recordAudit = ({ user, group }: Viewer, action: audit.AuditedAction, { name }: { name: string }) =>
  audit.record({ groupId: group.id, userId: user.id, action, details: { name } });

/**
 * Returns the conversations of a public chat that the viewer is a member of.
 * @throws AppError not_found
 */
export async function list(viewer: Viewer, reference: Reference, query: VisitorsQuery) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { page, page_size: limit, search, only_unread: onlyUnread } = query;
  const text = search?.trim();
  const found = text ? await queries.buildSearchCondition(text, toStaffCaller(viewer)) : undefined;
  const filter = { publicChatId: chat.id, found, onlyUnread };
  const { rows, total } = await queries.listVisitors(
    { ...filter, limit, offset: (page - 1) * limit },
    toStaffCaller(viewer),
  );
  return { items: rows.map(toInboxItem), total };
}

/** @throws AppError not_found */
export async function get(viewer: Viewer, reference: Reference) {
  return toInboxItem((await getVisitorOfConversation(viewer, reference)).row);
}

/**
 * Returns a conversation with a visitor to its member.
 * @throws AppError not_found
 */
export async function getVisitorOfConversation(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const row = await queries.findVisitor({ conversationId: chat.id }, toStaffCaller(viewer));
  if (!row) throw notFound("Conversation");
  return { chat, row };
}

/**
 * Silences or resumes the assistant of a conversation. Silencing stops a reply in progress.
 * @throws AppError not_found
 */
export async function setTakenOver(viewer: Viewer, reference: Reference, isTakenOver: boolean) {
  const { chat, row } = await getVisitorOfConversation(viewer, reference);
  const { id } = row.session;
  await transaction(async () => {
    await chats.lock(chat.id);
    if (isTakenOver) {
      await queries.takeOver({ sessionId: id, userId: viewer.user.id });
      await endWait(chat.id);
    } else await updateSession({ id, values: { takenOverAt: null, takenOverBy: null } });
    await chats.publishUpdated([chat.id], "visitor");
  });
  if (isTakenOver) await replies.stopIn(chat.id);
  return get(viewer, chat.id);
}

/**
 * Blocks or unblocks the visitor of a conversation.
 * @throws AppError not_found, forbidden
 */
export async function setBlocked(
  viewer: Viewer,
  reference: Reference,
  conversationId: number,
  isBlocked: boolean,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const row = await queries.findVisitor({ publicChatId: chat.id, conversationId }, toStaffCaller(viewer));
  if (!row) throw notFound("Conversation");
  await transaction(async () => {
    await chats.lock(conversationId);
    await chats.publishUpdated(await blockSessions(row.session, isBlocked), "visitor");
    await recordAudit(viewer, isBlocked ? "visitor_blocked" : "visitor_unblocked", chat);
  });
  return get(viewer, conversationId);
}

/** @throws AppError not_found */
export async function getDailyUsage(viewer: Viewer, reference: Reference, days: number) {
  return usage.listDailyUsage((await chats.getChatFor(viewer, reference)).chat.id, days);
}
