import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import { assertQuota } from "@/lib/platform/quota/service";
import { type ImportedChat, type ImportedMessage, listTexts } from "./imported-chat";
import { IMPORT_SOURCES } from "./operations";
import * as queries from "./queries/chats";

/**
 * Stores chats as the viewer's own with their original times, inside a transaction. Assigns the group's default
 * assistant. Publishes a single change of the chat list and no message events.
 * @returns the ids of new chats in the given order, without duplicates
 * @throws AppError too_large when the quota is exceeded
 */
export async function storeChats({ user, group }: Viewer, given: ImportedChat[]): Promise<number[]> {
  const mine = { userId: user.id, groupId: group.id };
  const byKey = new Map(given.map((chat) => [chat.key, chat]));
  const importedKeys = await queries.listImportedKeys({ ...mine, keys: [...byKey.keys()] });
  for (const key of importedKeys) byKey.delete(key);
  if (byKey.size === 0) return [];
  // A fixed order, so that concurrent imports of the same chats cannot deadlock.
  const fresh = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const ids = await messages.reserveIds(fresh.reduce((sum, { messages }) => sum + messages.length, 0));
  const numbered = fresh.map((chat) => ({ chat, ids: ids.splice(0, chat.messages.length) }));
  const assistant = await assistants.findDefaultAssistant(group.id);
  const owner = { ...mine, virtualAssistantId: assistant?.id ?? null };
  const stored = await queries.insertChats(numbered.map(({ chat, ids }) => chatRow(owner, chat, ids)));
  const idsByKey = new Map(stored.map(({ id, key }) => [key, id]));
  const kept = numbered.flatMap(({ chat, ids }) => {
    const id = idsByKey.get(chat.key);
    return id === undefined ? [] : [{ chat, ids, id }];
  });
  if (kept.length === 0) return [];
  await messages.insertMany(kept.flatMap(({ chat, ids, id }) => messageRows(chat, ids, id, user.id)));
  await queries.insertOwners(
    kept.map(({ chat, ids, id }) => ({
      ...mine,
      chatId: id,
      role: "owner" as const,
      lastReadMessageId: ids.at(-1),
      lastActivityAt: findLastShown(chat).createdAt,
    })),
  );
  await assertQuota("imports", mine);
  await chats.publishAdded(kept[0]!.id, [user.id]);
  return [...new Set(given.flatMap(({ key }) => idsByKey.get(key) ?? []))];
}

function chatRow(
  {
    userId,
    groupId,
    virtualAssistantId,
  }: { userId: number; groupId: string; virtualAssistantId: number | null },
  chat: ImportedChat,
  ids: number[],
) {
  const last = findLastShown(chat);
  return {
    groupId,
    createdBy: userId,
    virtualAssistantId,
    importKey: chat.key,
    importedBytes: listTexts(chat).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    name: chat.name,
    isNamedByPerson: true,
    createdAt: chat.createdAt,
    updatedAt: last.createdAt,
    lastActivityAt: last.createdAt,
    lastMessageId: ids[chat.messages.indexOf(last)]!,
    lastMessageText: last.text.slice(0, 200).toWellFormed(),
    lastMessageUserType: last.author,
    lastMessageAt: last.createdAt,
  };
}

const findLastShown = ({ messages }: ImportedChat) =>
  messages.findLast(({ asideWith }) => asideWith === undefined)!;

function messageRows(chat: ImportedChat, ids: number[], chatId: number, userId: number) {
  let question: number | null = null;
  return chat.messages.map((message, at) => {
    const { author, text, createdAt, versionOf, asideWith } = message;
    const id = ids[at]!;
    const isQuestion = author === "user";
    const replyingToId = isQuestion ? null : question;
    if (isQuestion) question = id;
    return {
      id,
      chatId,
      userType: author,
      text,
      fromUserId: isQuestion ? userId : null,
      replyingToId,
      versionOf: versionOf === undefined ? null : ids[versionOf]!,
      asideWithId: asideWith === undefined ? null : ids[asideWith]!,
      extra: isQuestion ? null : toExtra(chat, message),
      createdAt,
      processedAt: createdAt,
      isNoted: true,
      // Keeps the indexer from processing hidden messages.
      isIndexed: asideWith !== undefined,
    };
  });
}

function toExtra({ source }: ImportedChat, { model, previous = [] }: ImportedMessage) {
  const toImported = (model: string | undefined) => ({
    imported: { from: IMPORT_SOURCES[source].name, ...(model && { model }) },
  });
  const replaced = previous.map((reply) => ({ ...reply, extra: toImported(reply.model) }));
  return {
    ...toImported(model),
    ...(replaced.length > 0 && { previous: messages.toPreviousAnswers(replaced) }),
  };
}
