import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { notifyRemoved } from "@/lib/chat/events/service";
import * as shares from "@/lib/chat/shares/service";
import * as access from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { inviteAll } from "@/lib/identity/groups/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { deleteFile } from "@/lib/platform/storage/service";
import type { MembersRequest } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

export { openDirect } from "./direct";

type NewMembers = z.output<typeof MembersRequest>;
type MembersChat = { id: number; uuid: string; groupId: string };

export async function list(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return (await queries.listMembers({ chatId: chat.id })).map(present.toUserInChat);
}

export async function listFull(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  return (await queries.listMembers({ chatId: chat.id })).map(present.toUserInChatFull);
}

// Serializes changes of a chat's members and reads them under its lock, because the viewer's own role may have
// changed while waiting.
const withLockedMembers = <T>(
  viewer: Viewer,
  chat: MembersChat,
  work: (members: queries.MemberRow[], me: queries.MemberRow) => Promise<T>,
) =>
  transaction(async () => {
    await chats.lock(chat.id);
    const members = await queries.listMembers({ chatId: chat.id });
    const me = members.find(({ id }) => id === viewer.user.id);
    if (!me) throw notFound("Chat");
    return work(members, me);
  });

function requireManaging(viewer: Viewer, me: queries.MemberRow, concerned: queries.ChatRole[]): void {
  access.authorize(viewer, "chat.change", { chatRole: me.role });
  if (concerned.includes("owner")) access.authorize(viewer, "chat.owners", { chatRole: me.role });
}

function requireOwnerBesides(members: queries.MemberRow[], userIds: number[], message = LAST_OWNER): void {
  const owners = members.filter(({ role }) => role === "owner");
  const stays = ({ id, isDisabled }: queries.MemberRow) => !userIds.includes(id) && !isDisabled;
  if (owners.some(({ id }) => userIds.includes(id)) && !owners.some(stays)) throw conflict(message);
}

const LAST_OWNER = "This is the chat's last owner. Make someone else an owner first.";

/**
 * Adds people to a chat, or changes the role of existing members. Invites unknown addresses to the group.
 * @throws AppError not_found for an id outside the group; forbidden; conflict for the last owner; rate_limited for
 * too many invitations
 */
export async function add(
  viewer: Viewer,
  reference: Reference,
  given: NewMembers,
  origin: { address: string },
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const groupId = viewer.group.id;
  const people = await queries.listPeopleOfGroup({ groupId, userIds: given.user_ids, emails: given.emails });
  const ids = new Set(people.map(({ id }) => id));
  if (given.user_ids.some((id) => !ids.has(id))) throw notFound("User");
  const known = new Set(people.map(({ email }) => email));
  const invited = [...new Set(given.emails)].filter((email) => !known.has(email));
  if (invited.length > 0) {
    access.authorize(viewer, "invitations.manage");
    await inviteAll(viewer, groupId, invited, { role: "member", expires_in_days: 7 }, origin);
  }
  const { added, changed } = await withLockedMembers(viewer, chat, async (members, me) => {
    const before = new Map(members.map((member) => [member.id, member]));
    const isNew = (id: number) => !before.has(id);
    const added = [...ids].filter(isNew);
    const changed = given.role
      ? [...ids].filter((id) => !isNew(id) && before.get(id)!.role !== given.role)
      : [];
    requireManaging(
      viewer,
      me,
      changed.map((id) => before.get(id)!.role),
    );
    if (changed.length > 0) {
      requireOwnerBesides(members, changed);
      await queries.setRole({ chatId: chat.id, userIds: changed, role: given.role! });
      await shares.endUnauthorized(chat.id);
    }
    if (added.length > 0) await insert(chat, added, given.role ?? "member");
    if (added.length + changed.length > 0) await chats.publishUpdated([chat.id], "members");
    const now = await queries.listMembers({ chatId: chat.id });
    const shown = (some: number[]) => now.filter(({ id }) => some.includes(id)).map(present.toUserInChat);
    return { added: shown(added), changed: shown(changed) };
  });
  return { added, changed, invited };
}

async function insert(chat: MembersChat, userIds: number[], role: queries.ChatRole): Promise<void> {
  await queries.insertMembers({ chat, people: userIds.map((userId) => ({ userId, role })) });
  await chats.markIfLarge(chat.id);
  await queries.insertIntoConversations({ chatId: chat.id, userIds });
  await chats.publishAdded(chat.id, userIds);
  if (await queries.convertToGroup({ chatId: chat.id })) await chats.publishUpdated([chat.id], "chat_type");
}

/**
 * Removes all of these people or, if one cannot be removed, none.
 * @throws AppError not_found; forbidden; conflict for the last owner
 */
export async function remove(viewer: Viewer, reference: Reference, given: NewMembers) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const removed = await withLockedMembers(viewer, chat, async (members, me) => {
    const isNamed = ({ id, email }: queries.MemberRow) =>
      given.user_ids.includes(id) || given.emails.includes(email);
    const going = members.filter(isNamed);
    const userIds = going.map(({ id }) => id);
    const roles = going.map(({ role }) => role);
    requireManaging(viewer, me, roles);
    requireOwnerBesides(members, userIds);
    return userIds.length > 0 ? takeOut(chat, userIds) : [];
  });
  return { removed };
}

async function takeOut(chat: MembersChat, userIds: number[]): Promise<number[]> {
  await queries.deleteMembers({ chatId: chat.id, userIds });
  await shares.endUnauthorized(chat.id);
  const removed = { chatId: chat.id, kind: "chat.removed" as const, data: { chat_uuid: chat.uuid } };
  await events.publish(...userIds.map((userId) => ({ ...removed, userId })));
  await chats.publishUpdated([chat.id], "members");
  return userIds;
}

/**
 * @throws AppError not_found; forbidden for changes of or to an owner by anyone but an owner; conflict for the last
 * owner
 */
export async function changeRole(
  viewer: Viewer,
  reference: Reference,
  userId: number,
  role: queries.ChatRole,
) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return withLockedMembers(viewer, chat, async (members, me) => {
    const member = members.find(({ id }) => id === userId);
    if (!member) throw notFound("Member");
    requireManaging(viewer, me, [member.role, role]);
    if (member.role === role) return present.toUserInChat(member);
    requireOwnerBesides(members, [userId]);
    await queries.setRole({ chatId: chat.id, userIds: [userId], role });
    await shares.endUnauthorized(chat.id);
    await chats.publishUpdated([chat.id], "members");
    return present.toUserInChat({ ...member, role });
  });
}

/**
 * Removes the viewer from a chat, and deletes the chat when they were its last member.
 * @throws AppError not_found; conflict for the last owner while others remain
 */
export async function leave(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const files = await withLockedMembers(viewer, chat, async (members, me) => {
    if (members.length === 1) {
      await audit.recordBy(viewer, "chat_deleted", { chat_id: chat.id });
      return chats.deleteLocked(chat);
    }
    requireOwnerBesides(
      members,
      [me.id],
      "The chat's last owner can't leave. Make someone else an owner first.",
    );
    await takeOut(chat, [me.id]);
    return undefined;
  });
  if (files === undefined) return { success: true as const, message: "You left the chat." };
  notifyRemoved({ chatId: chat.id });
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "You left the chat. No one else was in it, so it was deleted." };
}
