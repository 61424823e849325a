import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import * as queries from "./queries";
import { getUsableWorkspace, getWorkspace } from "./workspaces";

export async function setWorkspace(viewer: Viewer, reference: Reference, which: Reference | null) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const chatWorkspaceId = which === null ? null : (await getUsableWorkspace(viewer, which)).id;
  await place(chat.id, { chatWorkspaceId }, "chat_workspace", "Workspace");
  return chats.getListItem(viewer, chat.id);
}

/**
 * Sets the parent of a chat, or removes it.
 * @throws AppError not_found, forbidden; conflict when the chat would become its own descendant
 */
export async function setParent(viewer: Viewer, reference: Reference, parent: Reference | null) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  const parentChatId = parent === null ? null : (await chats.getChatFor(viewer, parent)).chat.id;
  await transaction(async () => {
    if (parentChatId !== null) {
      await queries.lockTree({ groupId: viewer.group.id });
      if (await queries.isSameOrBelow({ chatId: parentChatId, aboveId: chat.id }))
        throw conflict("A chat can't be its own sub-chat.");
    }
    await place(chat.id, { parentChatId }, "parent_chat_id", "Chat");
  });
  return chats.getListItem(viewer, chat.id);
}

async function place(chatId: number, values: queries.ChatPlace, field: string, what: string): Promise<void> {
  try {
    await transaction(async () => {
      await chats.lock(chatId);
      await queries.setPlace({ chatId, values });
      await chats.publishUpdated([chatId], field);
    });
  } catch (error) {
    throw getErrorCode(error) === sqlState.foreignKeyViolation ? notFound(what) : error;
  }
}

/**
 * Stores the viewer's manual order of chats.
 * @throws AppError not_found when a chat is not theirs, or not in the workspace
 */
export async function order(viewer: Viewer, named: Reference[], workspace?: Reference) {
  const workspaceId = workspace === undefined ? undefined : (await getWorkspace(viewer, workspace)).id;
  const mine = { userId: viewer.user.id, groupId: viewer.group.id };
  const unique = [...new Set(named)];
  if (unique.length > 0 && !(await queries.setOrder({ ...mine, chats: unique, workspaceId })))
    throw notFound("Chat");
  return { success: true as const, message: "The order was saved." };
}
