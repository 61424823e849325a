import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as canvas from "@/lib/chat/canvas/service";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as collections from "@/lib/knowledge/collections/service";
import { copies } from "@/lib/knowledge/documents/service";
import { scheduleIndexing } from "@/lib/llm/indexing/service";
import { conflict, notFound } from "@/lib/platform/errors";

type ReadableChat = Awaited<ReturnType<typeof chats.getChatFor>>["chat"];

/**
 * Creates a private chat for the viewer with a copy of a chat's messages, documents and canvas up to a message.
 * @throws AppError not_found; conflict for a visitor's conversation
 */
export async function createBranch(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const { message } = await messages.getMessageFor(viewer, messageId);
  if (message.chatId !== chat.id) throw notFound("Message");
  // The interface promises visitors that only the team reads their conversation.
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  const place = messages.toPlace(message);
  const branch = await transaction(async () => {
    await chats.lock(chat.id);
    const fill = async (toChatId: number) => {
      const but = await messages.listDocumentsBeyond(place);
      const of = { chatId: chat.id, groupId: viewer.group.id, createdBy: viewer.user.id };
      const documents = await copies.copyBetweenChats({ ...of, toChatId, but });
      const pages = await canvas.copyPages(chat.id, toChatId);
      return messages.copyUpTo(place, toChatId, { documents, pages });
    };
    const made = await chats.create(viewer, await toNewChat(viewer, chat, messageId), fill);
    const attached = await collections.listAttachedTo(viewer, chat.id);
    await collections.attachAll(
      viewer,
      made.id,
      attached.map(({ id }) => id),
    );
    await chats.publishUpdated([chat.id], "branches");
    return made;
  });
  scheduleIndexing(viewer.group.id);
  return chats.get(viewer, branch.id);
}

const MARK = " (branch)";

async function toNewChat(viewer: Viewer, chat: ReadableChat, messageId: number): Promise<chats.NewChat> {
  const { name: _, ...settings } = chats.getCopiedFields(chat);
  const name = `${[...chat.name].slice(0, 200 - MARK.length).join("")}${MARK}`;
  const parent = chat.parentChatId && (await chats.getListItem(viewer, chat.parentChatId).catch(() => null));
  const { chatWorkspaceId } = chat;
  const isUsable = chatWorkspaceId !== null && (await chats.isWorkspaceUsable(viewer, chatWorkspaceId));
  return {
    ...(settings as Partial<chats.NewChat>),
    // A branch of an unnamed chat gets no name here, because it will be named after its own content.
    ...(chat.name !== "New chat" && { name }),
    chat_type: "private",
    is_public: false,
    temp: false,
    chat_workspace_id: isUsable ? chatWorkspaceId : null,
    parent_chat_id: parent ? parent.id : null,
    source_task:
      chat.sourceTaskId === null || chat.sourceTaskVersion === null
        ? undefined
        : { id: chat.sourceTaskId, version_number: chat.sourceTaskVersion },
    branched_from: { chat_id: chat.id, message_id: messageId },
  };
}
