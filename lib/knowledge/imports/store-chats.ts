import type { StoredAttachment } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import * as messages from "@/lib/chat/messages/service";
import { createAttachments } from "@/lib/knowledge/documents/service";
import { assertQuota, isQuotaError } from "@/lib/platform/quota/service";
import { type ImportedChat, type ImportedMessage, listTexts } from "./imported-chat";
import { type ImportedFile, nameFiles } from "./imported-file";
import { IMPORT_SOURCES } from "./operations";
import * as queries from "./queries/chats";
import type { NewItem } from "./queries/items";
import { findProjects } from "./store-projects";

export type StoredChats = {
  // The ids of new chats in the given order, without duplicates.
  chatIds: number[];
  items: NewItem[];
  // Number of attached files.
  files: number;
};
export type StoreOptions = { withProjects: boolean; withAssistants: boolean };

/**
 * Stores chats as the viewer's own with their original times, inside a transaction. Assigns the assistant that replied
 * where it was imported, and else the group's default assistant. Publishes a single change of the chat list and no
 * message events.
 * @throws AppError too_large when the quota for chats is exceeded
 */
export async function storeChats(
  viewer: Viewer,
  given: ImportedChat[],
  options: StoreOptions = { withProjects: true, withAssistants: true },
): Promise<StoredChats> {
  const { user, group } = viewer;
  const mine = { userId: user.id, groupId: group.id };
  const byKey = new Map(given.map((chat) => [chat.key, chat]));
  const imported = await queries.mapImportedChats({ ...mine, keys: [...byKey.keys()] });
  for (const key of imported.keys()) byKey.delete(key);
  const items: NewItem[] = [];
  if (byKey.size === 0) return { chatIds: [], items, files: 0 };
  // A fixed order, so that concurrent imports of the same chats cannot deadlock.
  const fresh = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const ids = await messages.reserveIds(fresh.reduce((sum, { messages }) => sum + messages.length, 0));
  const numbered = fresh.map((chat) => ({ chat, ids: ids.splice(0, chat.messages.length) }));
  const projects = await findProjects(viewer, options.withProjects ? fresh : []);
  items.push(...projects.items);
  const place = await findAssistants(viewer, options.withAssistants ? fresh : []);
  const stored = await queries.insertChats(
    numbered.map(({ chat, ids }) => ({
      ...chatRow(mine, chat, ids),
      virtualAssistantId: place(chat),
      chatWorkspaceId: projects.ids.get(chat.project?.key ?? "") ?? null,
    })),
  );
  const idsByKey = new Map(stored.map(({ id, key }) => [key, id]));
  const kept = numbered.flatMap(({ chat, ids }) => {
    const id = idsByKey.get(chat.key);
    return id === undefined ? [] : [{ chat, ids, id }];
  });
  if (kept.length === 0) return { chatIds: [], items, files: 0 };
  let files = 0;
  const rows: ReturnType<typeof messageRows>[] = [];
  for (const { chat, ids, id } of kept) {
    const attached = await attachFiles(viewer, chat, id);
    files += attached.count;
    rows.push(messageRows(attached.chat, ids, id, user.id));
    items.push(toItem(chat, id), ...attached.items);
  }
  await messages.insertMany(rows.flat());
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
  const chatIds = [...new Set(given.flatMap(({ key }) => idsByKey.get(key) ?? []))];
  return { chatIds, items, files };
}

const toItem = ({ name, leftOut = 0 }: ImportedChat, chatId: number): NewItem => ({
  ...{ kind: "chat", outcome: "imported", title: name, chatId },
  reason: leftOut > 0 ? `${leftOut} messages of its other branches were left out: they are too many.` : null,
});

async function findAssistants(viewer: Viewer, given: ImportedChat[]) {
  const keys = [...new Set(given.flatMap(({ assistantKey }) => assistantKey ?? []))];
  const imported = await assistants.listImported(viewer, keys);
  const byDefault = await assistants.findDefaultAssistant(viewer.group.id);
  return ({ assistantKey }: ImportedChat) => imported.get(assistantKey ?? "") ?? byDefault?.id ?? null;
}

// Creates documents for the files of a chat. A file that occurs several times is stored once, and a file that is left
// out is named in the text of its message.
async function attachFiles(viewer: Viewer, chat: ImportedChat, chatId: number) {
  const items: NewItem[] = [];
  const known = new Map<string, StoredAttachment>();
  const attach = async (file: ImportedFile): Promise<StoredAttachment | undefined> => {
    const leaveOut = (reason: string) =>
      void items.push({ kind: "file", outcome: "left_out", title: file.name, reason, chatId });
    if (file.problem) leaveOut(file.problem);
    if (!file.checked) return undefined;
    const earlier = known.get(file.checked.sha256);
    if (earlier) return earlier;
    try {
      const [attachment] = (await createAttachments(viewer, chatId, [file.checked])) ?? [];
      if (attachment) known.set(file.checked.sha256, attachment);
      return attachment;
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      leaveOut((error as Error).message);
      return undefined;
    }
  };
  const withFiles: ImportedMessage[] = [];
  for (const message of chat.messages) {
    const attachments: StoredAttachment[] = [];
    const named: string[] = [];
    for (const file of message.files ?? []) {
      const attachment = await attach(file);
      if (!attachment) named.push(file.name);
      else if (!attachments.includes(attachment)) attachments.push(attachment);
    }
    withFiles.push({ ...message, attachments, text: nameFiles(message.text, named) });
  }
  return { chat: { ...chat, messages: withFiles }, items, count: known.size };
}

function chatRow(
  { userId, groupId }: { userId: number; groupId: string },
  chat: ImportedChat,
  ids: number[],
) {
  const last = findLastShown(chat);
  return {
    groupId,
    createdBy: userId,
    importKey: chat.key,
    importedBytes: listTexts(chat).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    name: chat.name,
    isNamedByPerson: true,
    createdAt: chat.createdAt,
    updatedAt: last.createdAt,
    lastActivityAt: last.createdAt,
    lastMessageId: ids[chat.messages.indexOf(last)]!,
    lastMessageText: (last.text || (last.files?.[0]?.name ?? "")).slice(0, 200).toWellFormed(),
    lastMessageUserType: last.author,
    lastMessageAt: last.createdAt,
  };
}

const findLastShown = ({ messages }: ImportedChat) =>
  messages.findLast(({ asideWith }) => asideWith === undefined)!;

function messageRows(chat: ImportedChat, ids: number[], chatId: number, userId: number) {
  let question: number | null = null;
  return chat.messages.map((message, at) => {
    const { author, text, createdAt, versionOf, asideWith, attachments = [] } = message;
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
      attachments: attachments.length > 0 ? attachments : null,
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
