import type { Audience } from "@/db/audience";
import { isOfVisitor } from "@/lib/identity/access/service";
import { collectionsOfChats, type InChats, type SearchableContents } from "./queries/passages";
import type { SearchScope } from "./queries/rights";

/** What matters of a chat to what is searched for it. */
export type SearchedChat = {
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
  /** What the assistant that replies knows wherever it replies. */
  knowledge?: Knowledge;
};

/** Documents and collections of the library; `hasMedia`: videos or recordings are among them. */
export type Knowledge = { documentIds: number[]; collectionIds: number[]; hasMedia: boolean };

/** What is said for one search, instead of by the chat's switches. */
export type ScopeChoice = {
  workspaceId?: number;
  messages?: boolean;
  documents?: boolean;
  collections?: boolean;
};

export type Reach = {
  messages?: SearchScope;
  documents?: SearchScope;
  collections?: { scope: SearchScope; names: Map<number, string> };
};

/**
 * What may be searched for a chat: its messages and those of its workspace,
 * its documents and its parent's when it inherits, the collections of both.
 * Nothing but what all of the audience may read; where nobody of the group
 * asks, nothing beside the chat itself. Where a visitor reads along it is their
 * own conversation, and what of the public chat is chosen for visitors. What the assistant knows is of the library,
 * which all of the group read; a visitor has of it what is chosen for visitors, and a guest nothing.
 * @param known What there is in the chats, where that has been read
 */
export async function searchScope(
  chat: SearchedChat,
  audience: Audience,
  choice: ScopeChoice = {},
  known?: SearchableContents,
): Promise<Reach> {
  const chatIds = filedFor(chat, audience);
  const publicChatId = getPublicChatId(chat);
  const usesDocuments = searchesDocuments(chat);
  const reach: Reach = {};

  const inChat = choice.messages ?? chat.searchInChat;
  const ownWorkspace = chat.searchInWorkspace ? (chat.chatWorkspaceId ?? undefined) : undefined;
  const workspaceId =
    audience.userId === null || choice.messages === false ? undefined : (choice.workspaceId ?? ownWorkspace);
  if (inChat || workspaceId !== undefined) {
    reach.messages = { kind: "message", audience, chatIds: inChat ? [chat.id] : [], workspaceId };
  }
  if (choice.documents ?? usesDocuments)
    reach.documents = { kind: "chat_document", audience, chatIds, publicChatId };
  const usesCollections = choice.collections ?? usesDocuments;
  const knowledge = knowledgeIn(chat, audience);
  if (usesCollections || knowledge) {
    const attached = usesCollections
      ? (known?.collections ?? (await collectionsOfChats({ audience, chatIds, publicChatId })))
      : [];
    const names = new Map(attached.map(({ id, name }) => [id, name]));
    const collectionIds = [...new Set([...names.keys(), ...(knowledge?.collectionIds ?? [])])];
    const documentIds = knowledge?.documentIds ?? [];
    if (collectionIds.length + documentIds.length > 0) {
      reach.collections = {
        scope: { kind: "library_document", audience, collectionIds, documentIds, publicChatId },
        names,
      };
    }
  }
  return reach;
}

/** What the assistant of a reply knows, where its readers may have it; of visitors each query asks what is chosen. */
export const knowledgeIn = (chat: SearchedChat, { userId }: Audience): Knowledge | undefined =>
  userId !== null || getPublicChatId(chat) !== undefined ? chat.knowledge : undefined;

const searchesDocuments = (chat: SearchedChat): boolean =>
  chat.searchInDocuments && chat.documentsAndCollectionsEnabled;

/** Where the documents are that a chat draws on; undefined where it draws on none. */
export const placesFor = (chat: SearchedChat, audience: Audience): InChats | undefined =>
  searchesDocuments(chat)
    ? { audience, chatIds: filedFor(chat, audience), publicChatId: getPublicChatId(chat) }
    : undefined;

/** The public chat that a visitor's conversation belongs to. */
const getPublicChatId = (chat: SearchedChat): number | undefined =>
  isOfVisitor(chat) ? (chat.parentChatId ?? undefined) : undefined;

/** The chats whose documents and collections a chat draws on, as far as all of its audience read them. */
function filedFor(chat: SearchedChat, { userId }: Audience): number[] {
  const { id, parentChatId: parent } = chat;
  const inherits = isOfVisitor(chat) || (userId !== null && chat.inheritContextFromParent);
  return inherits && parent !== null ? [id, parent] : [id];
}
