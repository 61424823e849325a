import type { Audience } from "@/db/chat-readers";
import { isOfVisitor } from "@/lib/identity/access/service";
import { type InChats, listCollectionsOfChats, type SearchableContents } from "./queries/passages";
import type { SearchScope } from "./queries/rights";

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
  knowledge?: Knowledge;
};

/** `hasMedia` is true when the documents or collections include videos or recordings. */
export type Knowledge = {
  documentIds: number[];
  collectionIds: number[];
  filesOfWorkspaceId?: number;
  hasMedia: boolean;
};

/** Overrides the chat's switches for one search. */
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

type Filters = {
  user_id?: number;
  virtual_assistant_id?: number;
  has_file?: boolean;
  after?: string;
  before?: string;
};

export const toFilters = (query: Filters): Partial<SearchScope> => ({
  ...((query.user_id !== undefined || query.virtual_assistant_id !== undefined) && {
    authors: { userId: query.user_id, assistantId: query.virtual_assistant_id },
  }),
  ...(query.has_file && { hasFile: true }),
  ...(query.after !== undefined && { after: new Date(query.after) }),
  ...(query.before !== undefined && { before: new Date(query.before) }),
});

/**
 * Returns the search scope of a chat: its messages and those of its workspace, its documents and collections, and those
 * of its parent if it inherits them. Includes only what the whole audience may read. Without a group member in the
 * audience, the scope is the chat alone. For a visitor, it is their own conversation and the content of the public chat
 * that is published to visitors. Of an assistant's knowledge and of collections, it has what every reader may read;
 * visitors get its published part and guests nothing.
 * @param contents the content of the chats, if it has been loaded already
 */
export async function searchScope(
  chat: SearchedChat,
  audience: Audience,
  choice: ScopeChoice = {},
  contents?: SearchableContents,
): Promise<Reach> {
  const chatIds = listContentChatIds(chat, audience);
  const publicChatId = findPublicChatId(chat);
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
  const knowledge = getReadableKnowledge(chat, audience);
  if (usesCollections || knowledge) {
    const attached = usesCollections
      ? (contents?.collections ?? (await listCollectionsOfChats({ audience, chatIds, publicChatId })))
      : [];
    const names = new Map(attached.map(({ id, name }) => [id, name]));
    const collectionIds = [...new Set([...names.keys(), ...(knowledge?.collectionIds ?? [])])];
    const { documentIds = [], filesOfWorkspaceId } = knowledge ?? {};
    if (collectionIds.length + documentIds.length > 0 || filesOfWorkspaceId !== undefined) {
      const known = { collectionIds, documentIds, filesOfWorkspaceId };
      reach.collections = { scope: { kind: "library_document", audience, publicChatId, ...known }, names };
    }
  }
  return reach;
}

/**
 * Returns the knowledge of the replying assistant unless the audience may not read it. For visitors, each query
 * filters by the published content.
 */
export const getReadableKnowledge = (chat: SearchedChat, { userId }: Audience): Knowledge | undefined =>
  userId !== null || findPublicChatId(chat) !== undefined ? chat.knowledge : undefined;

const searchesDocuments = (chat: SearchedChat): boolean =>
  chat.searchInDocuments && chat.documentsAndCollectionsEnabled;

export const findDocumentScope = (chat: SearchedChat, audience: Audience): InChats | undefined =>
  searchesDocuments(chat)
    ? { audience, chatIds: listContentChatIds(chat, audience), publicChatId: findPublicChatId(chat) }
    : undefined;

const findPublicChatId = (chat: SearchedChat): number | undefined =>
  isOfVisitor(chat) ? (chat.parentChatId ?? undefined) : undefined;

// Returns the chats whose documents and collections a chat uses. Queries restrict them to chats that the whole audience
// may read.
function listContentChatIds(chat: SearchedChat, { userId }: Audience): number[] {
  const { id, parentChatId: parent } = chat;
  const inherits = isOfVisitor(chat) || (userId !== null && chat.inheritContextFromParent);
  return inherits && parent !== null ? [id, parent] : [id];
}
