import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as clock from "@/lib/platform/clock";
import { invalid } from "@/lib/platform/errors";
import { type SessionRow, updateSession } from "../queries";
import { get, getVisitorOfConversation, toStaffCaller } from "../staff/service";
import type { inboxApi } from "./contract";
import { toInboxItem } from "./present";
import * as queries from "./queries";

export * as notes from "./notes";
export * as savedReplies from "./saved-replies";

type InboxQuery = z.output<typeof inboxApi.listInbox.query & z.ZodObject>;
type ConversationChange = z.output<NonNullable<typeof inboxApi.updateConversation.body>["schema"]>;

export async function getOverview(viewer: Viewer) {
  const [counts, public_chats] = await Promise.all([
    queries.countConversations(toStaffCaller(viewer)),
    queries.listPublicChats(toStaffCaller(viewer)),
  ]);
  return { ...counts, public_chats };
}

export async function findInboxOfPage(viewer: Viewer) {
  const public_chats = await queries.listPublicChats(toStaffCaller(viewer));
  return public_chats.length === 0
    ? undefined
    : { ...(await queries.countConversations(toStaffCaller(viewer))), public_chats };
}

type List = "waiting" | "newest";
const toCursor = (list: List, { at, id }: queries.InboxCursor) =>
  `${list === "waiting" ? "w" : "l"}${at}-${id}`;
const placeIn = (cursor: string): queries.InboxCursor => {
  const [at, id] = cursor.slice(1).split("-").map(Number);
  return { at: at!, id: id! };
};

export async function list(viewer: Viewer, query: InboxQuery) {
  const { box, size, cursor, public_chat_id: publicChatId } = query;
  const text = query.search?.trim();
  const found = text ? await queries.buildSearchCondition(text, toStaffCaller(viewer)) : undefined;
  const filter = { box, publicChatId, found };
  const isWaiting = box === "unassigned";
  const places: { list: List; place: queries.InboxCursor }[] = [];
  const lists: List[] = isWaiting && !cursor?.startsWith("l") ? ["waiting", "newest"] : ["newest"];
  for (const [index, name] of lists.entries()) {
    const limit = size + 1 - places.length;
    if (limit <= 0) break;
    const after = cursor && index === 0 ? placeIn(cursor) : undefined;
    const part = await queries.listIds(name, filter, { isWaiting, after, limit }, toStaffCaller(viewer));
    places.push(...part.map((place) => ({ list: name, place })));
  }
  const page = places.slice(0, size);
  const last = places.length > size ? page.at(-1) : undefined;
  const rows = await queries.listConversations(
    page.map(({ place }) => place.id),
    toStaffCaller(viewer),
  );
  return { conversations: rows.map(toInboxItem), next_cursor: last ? toCursor(last.list, last.place) : null };
}

/**
 * Assigns, closes, reopens or snoozes a conversation and notifies its members.
 * @throws AppError not_found; InvalidInput for an assignee who isn't a member, or a past time
 */
export async function update(viewer: Viewer, reference: Reference, change: ConversationChange) {
  const { chat, row } = await getVisitorOfConversation(viewer, reference);
  const { assigned_to: assignee, is_closed: isClosed, snoozed_until } = change;
  const until = snoozed_until == null ? snoozed_until : new Date(snoozed_until);
  if (until && isClosed) throw invalid(["body", "snoozed_until"], "A closed conversation can't be snoozed.");
  if (until && until.getTime() <= clock.now())
    throw invalid(["body", "snoozed_until"], "Must be in the future.");
  const values: Partial<SessionRow> = {
    ...(assignee !== undefined && { assignedTo: assignee }),
    ...(until !== undefined && { snoozedUntil: until }),
    ...((until || isClosed === false) && { closedAt: null }),
    ...(isClosed && {
      closedAt: row.session.closedAt ?? clock.getDateIn(0),
      snoozedUntil: null,
      waitingSince: null,
    }),
  };
  if (Object.keys(values).length === 0) return toInboxItem(row);
  await transaction(async () => {
    await chats.lock(chat.id);
    const member = { chatId: chat.id, userId: assignee ?? 0, groupId: viewer.group.id };
    if (assignee != null && !(await queries.isMember(member)))
      throw invalid(["body", "assigned_to"], "Must be a member of the chat.");
    await updateSession({ id: row.session.id, values });
    await chats.publishUpdated([chat.id], "visitor");
  });
  return get(viewer, chat.id);
}

/**
 * Returns other conversations of the same visitor, newest first.
 * @throws AppError not_found
 */
export async function listEarlier(viewer: Viewer, reference: Reference) {
  const { row } = await getVisitorOfConversation(viewer, reference);
  return (await queries.listEarlier(row, toStaffCaller(viewer))).map(toInboxItem);
}
