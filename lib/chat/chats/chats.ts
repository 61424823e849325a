import type { z } from "zod";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import { notifyRemoved } from "@/lib/chat/events/service";
import { uncountUnreferencedFiles } from "@/lib/chat/files/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import * as audit from "@/lib/identity/audit/service";
import { assertMentionFree } from "@/lib/identity/mention-names/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { config } from "@/lib/platform/config";
import { notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { toPlainName } from "@/lib/platform/plain-name";
import { deleteFile } from "@/lib/platform/storage/service";
import { getChatFor, getManageableChat, toCaller } from "./access";
import { deleteLocked, publishUpdated } from "./chat-events";
import type { chatsApi } from "./contract";
import * as present from "./present";
import * as queries from "./queries";
import * as sources from "./queries/sources";
import { toColumn } from "./setting-columns";
import { type ChatSetting, toField } from "./settings";

export { getChatFor, getManageableChat } from "./access";
export { deleteLocked, publishAdded, publishUpdated } from "./chat-events";
export { getCopiedFields, toColumn } from "./setting-columns";

type ListChatsQuery = z.output<typeof chatsApi.listChats.query & z.ZodObject>;
export type ChatListItem = ReturnType<typeof present.toChatListItem>;

export async function list(viewer: Viewer, query: ListChatsQuery): Promise<Paginated<ChatListItem>> {
  const filter: queries.ChatFilter = {
    starred: query.starred,
    archived: query.archived ?? false,
    types: query.chat_types,
    assistantId: query.virtual_assistant_id,
    defaultAssistantId: query.default_virtual_assistant_id,
    workspace:
      query.chat_workspace_id ?? (query.show_chats_in_workspace || query.parent_chat_id ? "any" : undefined),
    parent: query.parent_chat_id,
    onlyUnread: query.only_unread,
    tag: query.tag,
    search: query.search?.slice(0, 4000),
  };
  const window = { sort: query.sort, limit: query.page_size, offset: (query.page - 1) * query.page_size };
  const { rows, ...rest } = await queries.listChats({ ...toCaller(viewer), filter, ...window });
  return { items: rows.map(present.toChatListItem), ...rest };
}

const IDS = 500;
export const listMemberIds = (chatId: number) => queries.listMemberIds({ chatId });

export async function* streamChatIds(viewer: Viewer): AsyncGenerator<number> {
  for (let after = 0; ; ) {
    const ids = await queries.listIdsAfter({ ...toCaller(viewer), after, limit: IDS });
    yield* ids;
    if (ids.length < IDS) return;
    after = ids.at(-1)!;
  }
}

async function getListedChat(viewer: Viewer, chat: Reference): Promise<queries.ListedChat> {
  const row = await queries.findListedChat({ ...toCaller(viewer), chat });
  if (!row) throw notFound("Chat");
  return row;
}

export const getListItem = async (viewer: Viewer, chat: Reference): Promise<ChatListItem> =>
  present.toChatListItem(await getListedChat(viewer, chat));

export async function get(viewer: Viewer, chat: Reference) {
  const row = await getListedChat(viewer, chat);
  const details = await queries.getDetails({ ...toSeeker(viewer), chatId: row.chat.id });
  if (!details) throw notFound("Chat");
  return present.toChatDetail(row, details, config().appUrl);
}

export async function getFields(viewer: Viewer, chat: Reference, fields: string[]) {
  const detail: Record<string, unknown> = await get(viewer, chat);
  return Object.fromEntries(fields.map((field) => [field, detail[field]]));
}

/**
 * Sets one setting from the input of its operation. The canvas has its own service.
 * @throws AppError not_found, forbidden, conflict when a mention name is taken
 */
export async function set(
  viewer: Viewer,
  reference: Reference,
  setting: ChatSetting,
  fields: Record<string, unknown>,
) {
  const { chat } = await getManageableChat(viewer, reference);
  const value = setting === "extra" ? fields : fields[toField(setting)];
  if (setting === "model" && value !== chat.model) await assertUsable(viewer, [value as string | null]);
  await transaction(async () => {
    if (setting === "va" && value != null) await assistants.assertAssistant(viewer, value as number);
    if (setting === "mention_name" && value !== chat.mentionName)
      await assertMentionFree(viewer, value as string);
    const isThere = await queries.updateChat({ chatId: chat.id, values: toColumns(setting, fields) });
    if (!isThere) throw notFound("Chat");
    await publishUpdated([chat.id], setting === "va" ? "virtual_assistant" : setting);
  });
  return showSettings(viewer, chat.id);
}

export const showSettings = async (viewer: Viewer, chat: Reference) =>
  present.toChatList(await getListedChat(viewer, chat));

function toColumns(setting: ChatSetting, fields: Record<string, unknown>): Record<string, unknown> {
  switch (setting) {
    case "name":
      return { name: fields.name, isNamedByPerson: true };
    case "extra":
      return { extra: fields };
    case "mention_name":
      return { mentionName: fields.mention_name || null };
    case "sub_chat_sorting_strategy": {
      const { sorting_strategy: strategy } = fields;
      return { subChatSortingStrategy: strategy && strategy !== "null" ? strategy : null };
    }
    default: {
      const field = toField(setting);
      return { [toColumn(field)]: fields[field] };
    }
  }
}

export async function remove(viewer: Viewer, reference: Reference) {
  const { chat } = await getManageableChat(viewer, reference);
  const files = await transaction(async () => {
    await lock(chat.id);
    await audit.recordBy(viewer, "chat_deleted", { chat_id: chat.id });
    return deleteLocked(chat);
  });
  notifyRemoved({ chatId: chat.id });
  await Promise.all(files.map(deleteFile));
  return { success: true as const, message: "The chat was deleted." };
}

/**
 * Resolves a path's `{chat_id}`: an id, a UUID or a mention name.
 * @throws AppError not_found
 */
export async function getChatByReference(viewer: Viewer, chat: Reference | { mention: string }) {
  if (typeof chat !== "object") return getChatFor(viewer, chat);
  const found = await queries.findChatByMention({ ...toCaller(viewer), mention: chat.mention });
  if (!found) throw notFound("Chat");
  return found;
}

export const refreshLastMessage = (chatId: number) => queries.refreshLastMessage({ chatId });

/**
 * Locks a chat until the transaction ends. Everything that adds, changes or removes messages locks the chat first,
 * because a fixed lock order rules out deadlocks.
 * @throws AppError not_found
 */
export async function lock(chatId: number): Promise<void> {
  if (!(await queries.lockChat({ chatId }))) throw notFound("Chat");
}

/**
 * Recomputes the newest message and the unread counts of a chat, inside the transaction that removes messages.
 * `mayGrow` is true if messages begin to count as unread.
 */
export async function recountAfterRemoval(chatId: number, { mayGrow = false } = {}): Promise<void> {
  // Locks the chat before its members, in the order that new messages use.
  await queries.refreshLastMessage({ chatId });
  await queries.recountUnread({ chatId, mayGrow });
}

/**
 * Deletes the summary if it covers message `from` or a later one, inside the transaction that changes or removes these
 * messages.
 */
export async function invalidateSummary(chatId: number, from: number): Promise<void> {
  if (await queries.invalidateSummary({ chatId, from })) await publishUpdated([chatId], "summary");
}

export const listStorageKeys = (chatId: number) => sources.listStorageKeys({ chatId });

export const setColumns = (chatId: number, values: queries.ChatValues) =>
  queries.updateChat({ chatId, values });

export async function nameAfter(chatId: number, message: string): Promise<boolean> {
  const name = nameFrom(message);
  return name !== "" && queries.nameByContent({ chatId, name });
}

export async function sweep(): Promise<void> {
  const files = await transaction(async () => uncountUnreferencedFiles(await queries.deleteOldTempChats()));
  await Promise.all(files.map(deleteFile));
}

export function nameFrom(message: string): string {
  const [line = ""] = toPlainName(message).trim().split("\n");
  return line
    .replace(/[#*_`>[\]]/g, "")
    .trim()
    .slice(0, 60)
    .toWellFormed();
}
