import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { config } from "@/lib/platform/config";
import { conflict } from "@/lib/platform/errors";
import { readColour, toCss } from "../colour";
import { type ChatRow, findAssistant } from "../queries";
import { getPublicChat } from "../sessions";
import type { Publication } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

/**
 * Returns the publication settings of a chat that the caller may access.
 * @param chatId of the public chat, never of a conversation
 */
const getPublication = async (chatId: number): Promise<Publication> =>
  present.toPublication(await queries.findPublication({ chatId }));

/** @throws AppError not_found, forbidden */
export async function get(viewer: Viewer, reference: Reference): Promise<Publication> {
  return getPublication((await chats.getManageableChat(viewer, reference)).chat.id);
}

/**
 * Changes the given publication settings.
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation
 */
export async function set(viewer: Viewer, reference: Reference, given: Partial<Publication>) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  await transaction(async () => {
    await chats.lock(chat.id);
    const before = present.toPublication(await queries.findPublication({ chatId: chat.id }));
    await queries.upsertPublication(chat.id, present.toValues(given));
    const after = present.toPublication(await queries.findPublication({ chatId: chat.id }));
    const changed = listChangedFields(before, after);
    if (changed.length === 0) return;
    await chats.publishUpdated([chat.id], "publication");
    // The audit entry contains the chat's id but not its title, since the chat may not be public yet.
    await audit.recordBy(viewer, "publication_changed", { chat_id: chat.id, fields: changed.join(", ") });
  });
  return getPublication(chat.id);
}

const listChangedFields = (before: Publication, after: Publication) =>
  (Object.keys(after) as (keyof Publication)[]).filter((name) => isOther(before[name], after[name]));
// Both objects come from the database, which sorts keys consistently.
const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/**
 * Returns what visitors see of a chat: publication settings, else values of the chat, its assistant and the
 * installation.
 */
export async function getShownPublication(chat: ChatRow, published?: Publication) {
  const [own, assistant] = await Promise.all([
    published ?? getPublication(chat.id),
    chat.virtualAssistantId === null
      ? undefined
      : findAssistant({ id: chat.virtualAssistantId, groupId: chat.groupId }),
  ]);
  return {
    title: own.title ?? chat.name,
    avatar: own.avatar ?? assistant?.avatar ?? null,
    greeting: own.greeting ?? assistant?.greeting ?? null,
    suggestedQuestions: own.suggested_questions ?? assistant?.suggestedQuestions ?? [],
    footer: own.footer ?? config().UI_CHAT_FOOTER_MSG ?? null,
    appearance: own.appearance,
    isListed: own.is_listed,
  };
}
export type ShownPublication = Awaited<ReturnType<typeof getShownPublication>>;

/**
 * Previews unsaved publication settings.
 * @param draft changes to the saved settings
 * @throws AppError not_found, forbidden
 */
export async function preview(viewer: Viewer, reference: Reference, draft: Partial<Publication>) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  return getShownPublication(chat, { ...(await getPublication(chat.id)), ...draft });
}

/**
 * Returns the appearance of the embed button.
 * @throws AppError not_found
 */
export async function getLauncher(uuid: string) {
  const chat = await getPublicChat(uuid);
  const own = await getPublication(chat.id);
  const { appearance } = own;
  const color = readColour(appearance.ui_launcher_color ?? "");
  return {
    color: color ? toCss(color) : null,
    position: appearance.ui_launcher_position ?? null,
    language: appearance.ui_language ?? null,
    avatar: appearance.ui_launcher_icon === "avatar" ? (await getShownPublication(chat, own)).avatar : null,
  };
}
