import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import * as audit from "@/lib/identity/audit/service";
import { config } from "@/lib/platform/config";
import { conflict } from "@/lib/platform/errors";
import { css, readColour } from "../colour";
import { type ChatRow, findAssistant } from "../queries";
import { publicChat } from "../sessions";
import type { Publication } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

/**
 * How a chat is published, for whoever was found to reach it.
 * @param chatId Of the public chat, never of a conversation
 */
const publicationOf = async (chatId: number): Promise<Publication> =>
  present.publication(await queries.findPublication({ chatId }));

/** @throws AppError not_found, forbidden */
export async function get(viewer: Viewer, reference: Reference): Promise<Publication> {
  return publicationOf((await chats.manageableChatFor(viewer, reference)).chat.id);
}

/**
 * Sets what is given of how a chat is published; the rest stays as it is.
 * @throws AppError not_found, forbidden; conflict for a visitor's conversation
 */
export async function set(viewer: Viewer, reference: Reference, given: Partial<Publication>) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  if (isOfVisitor(chat)) throw conflict("A conversation with a visitor stays with the team.");
  await transaction(async () => {
    await chats.lock(chat.id);
    const before = present.publication(await queries.findPublication({ chatId: chat.id }));
    await queries.upsertPublication(chat.id, present.valuesOf(given));
    const after = present.publication(await queries.findPublication({ chatId: chat.id }));
    const changed = namesOfChanges(before, after);
    if (changed.length === 0) return;
    await chats.noteUpdated([chat.id], "publication");
    // Its name may be nobody's business: a chat is dressed before it is made public.
    await audit.noteBy(viewer, "publication_changed", { chat_id: chat.id, fields: changed.join(", ") });
  });
  return publicationOf(chat.id);
}

const namesOfChanges = (before: Publication, after: Publication) =>
  (Object.keys(after) as (keyof Publication)[]).filter((name) => isOther(before[name], after[name]));
/** The database keeps the names of objects in an order of its own, on both sides. */
const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** What visitors are shown of a chat: what was set for them, else what the chat, its assistant and the installation say. */
export async function shownOf(chat: ChatRow, published?: Publication) {
  const [own, assistant] = await Promise.all([
    published ?? publicationOf(chat.id),
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
export type Shown = Awaited<ReturnType<typeof shownOf>>;

/**
 * What visitors would be shown with what is not saved yet, for whoever may publish the chat.
 * @param draft What differs from what was saved
 * @throws AppError not_found, forbidden
 */
export async function preview(viewer: Viewer, reference: Reference, draft: Partial<Publication>) {
  const { chat } = await chats.manageableChatFor(viewer, reference);
  return shownOf(chat, { ...(await publicationOf(chat.id)), ...draft });
}

/** What a site's button looks like before anything of the chat is loaded. @throws AppError not_found */
export async function launcher(uuid: string) {
  const chat = await publicChat(uuid);
  const own = await publicationOf(chat.id);
  const { appearance } = own;
  const color = readColour(appearance.ui_launcher_color ?? "");
  return {
    color: color ? css(color) : null,
    position: appearance.ui_launcher_position ?? null,
    language: appearance.ui_language ?? null,
    avatar: appearance.ui_launcher_icon === "avatar" ? (await shownOf(chat, own)).avatar : null,
  };
}
