import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import * as indexing from "@/lib/llm/indexing/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { getMessageFor } from "./access";
import * as queries from "./queries/versions";

type QuestionKey = { chatId: number; id: number };

/**
 * Hides a question of the author and everything after it, so that another version can be shown, inside a transaction
 * that has locked the chat.
 * @throws AppError conflict when others wrote some of these messages, or a reply run is open
 */
export async function hideQuestionAndFollowing({ chatId, id }: QuestionKey, authorId: number): Promise<void> {
  const rows = await queries.hideQuestionAndFollowing({ chatId, id });
  if (rows.length === 0) throw notFound("Message");
  const isOfAnother = ({ userType, fromUserId }: (typeof rows)[number]) =>
    userType === "guest" || (userType === "user" && fromUserId !== authorId);
  if (rows.some(isOfAnother))
    throw conflict(
      "Others have written since. Branch from this message instead, so that none of their messages are hidden.",
    );
  const ids = rows.map((row) => row.id);
  if (await queries.areAnswered({ chatId, ids }))
    throw conflict("A reply is being written. Stop it, or wait until it ends.");
  await indexing.dropMessages(ids);
  await recountAndPublish(chatId, id);
}

async function recountAndPublish(chatId: number, from: number): Promise<void> {
  await chats.recountAfterRemoval(chatId);
  await chats.invalidateSummary(chatId, from);
  await chats.publishUpdated([chatId], "messages");
}

/**
 * Replaces the shown version of the viewer's question, and the messages after it, by another version.
 * @throws AppError not_found; forbidden unless the viewer is the author; conflict like `hideQuestionAndFollowing`
 */
export async function showVersion(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat } = await chats.getChatFor(viewer, reference);
  const question = { chatId: chat.id, id: messageId };
  const isAside = await transaction(async () => {
    await chats.lock(chat.id);
    const found = await queries.findAside(question);
    if (!found) return false;
    const isAuthor = found.message.fromUserId === viewer.user.id;
    access.authorize(viewer, "message.change", { isAuthor });
    // The version belongs to a part of the thread that is itself hidden.
    if (found.shownId === null) throw notFound("Message");
    await hideQuestionAndFollowing({ chatId: chat.id, id: found.shownId }, viewer.user.id);
    await queries.unhideMessages(question);
    await recountAndPublish(chat.id, messageId);
    return true;
  });
  if (isAside) indexing.scheduleIndexing(viewer.group.id);
  else {
    const { message } = await getMessageFor(viewer, messageId);
    if (message.chatId !== chat.id) throw notFound("Message");
    access.authorize(viewer, "message.change", { isAuthor: message.fromUserId === viewer.user.id });
  }
  return { success: true as const, message: "This version is shown." };
}
