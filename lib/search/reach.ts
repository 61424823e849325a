import { isOfVisitor } from "@/lib/chats/of-visitor";
import { collectionsOfChats } from "./queries/passages";
import type { Scope } from "./queries/rights";

/** What matters of a chat to what is searched for it. */
export type Chat = {
  id: number;
  groupId: string;
  standingKey: string | null;
  parentChatId: number | null;
  chatWorkspaceId: number | null;
  searchInChat: boolean;
  searchInWorkspace: boolean;
  searchInDocuments: boolean;
  documentsAndCollectionsEnabled: boolean;
  inheritContextFromParent: boolean;
};

/** What is said for one search, instead of by the chat's switches. */
export type Choice = { workspaceId?: number; messages?: boolean; documents?: boolean; collections?: boolean };

export type Reach = {
  messages?: Scope;
  documents?: Scope;
  collections?: { scope: Scope; names: Map<number, string> };
};

/**
 * What may be searched for a chat: its messages and those of its workspace,
 * its documents and its parent's when it inherits, the collections of both.
 * Nothing but what the asker is allowed to read. Where a visitor reads along it
 * is their own conversation, and what is attached to the public chat.
 * @param askerId null when nobody of the group asks: then nothing beside the chat itself is searched
 */
export async function reachOf(chat: Chat, askerId: number | null, choice: Choice = {}): Promise<Reach> {
  const { groupId } = chat;
  const isPublic = isOfVisitor(chat);
  const memberId = isPublic ? null : askerId;
  const inherits = isPublic || (memberId !== null && chat.inheritContextFromParent);
  const chatIds = inherits && chat.parentChatId !== null ? [chat.id, chat.parentChatId] : [chat.id];
  const usesDocuments = chat.searchInDocuments && chat.documentsAndCollectionsEnabled;
  const rights = { groupId, memberId };
  const reach: Reach = {};

  const inChat = choice.messages ?? chat.searchInChat;
  const ownWorkspace = chat.searchInWorkspace ? (chat.chatWorkspaceId ?? undefined) : undefined;
  const workspaceId =
    memberId === null || choice.messages === false ? undefined : (choice.workspaceId ?? ownWorkspace);
  if (inChat || workspaceId !== undefined) {
    reach.messages = { kind: "message", ...rights, chatIds: inChat ? [chat.id] : [], workspaceId };
  }
  if (choice.documents ?? usesDocuments) reach.documents = { kind: "chat_document", ...rights, chatIds };
  if (choice.collections ?? usesDocuments) {
    const attached = await collectionsOfChats({ ...rights, chatIds });
    const names = new Map(attached.map(({ id, name }) => [id, name]));
    const collectionIds = [...names.keys()];
    if (names.size > 0) {
      reach.collections = { scope: { kind: "library_document", ...rights, collectionIds }, names };
    }
  }
  return reach;
}
