import { transaction } from "@/db/transaction";
import * as indexing from "@/lib/ai/indexing/service";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { messageFor } from "./access";
import * as queries from "./queries/versions";

type Question = { chatId: number; id: number };

/**
 * Sets a question of the author's aside with all that is read after it, to make place for another version; called in a
 * transaction that has locked the chat.
 * @throws AppError conflict when others wrote some of that, or a reply to it is being written
 */
export async function setAside({ chatId, id }: Question, authorId: number): Promise<void> {
  const rows = await queries.setAside({ chatId, id });
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
  await changed(chatId, id);
}

/** Brings what the chat notes of its messages up to date, and tells its readers. */
async function changed(chatId: number, from: number): Promise<void> {
  await chats.recountAfterRemoval(chatId);
  await chats.invalidateSummary(chatId, from);
  await chats.noteUpdated([chatId], "messages");
}

/**
 * Shows another version of a question of the viewer's, with what came after that one, in place of the one that is shown.
 * @throws AppError not_found; forbidden for anyone but the author; conflict as with `setAside`
 */
export async function showVersion(viewer: Viewer, reference: Reference, messageId: number) {
  const { chat } = await chats.chatFor(viewer, reference);
  const question = { chatId: chat.id, id: messageId };
  const isAside = await transaction(async () => {
    await chats.lock(chat.id);
    const found = await queries.findAside(question);
    if (!found) return false;
    const isAuthor = found.message.fromUserId === viewer.user.id;
    access.authorize(viewer, "message.change", { isAuthor });
    // It came after a question of which another version is shown.
    if (found.shownId === null) throw notFound("Message");
    await setAside({ chatId: chat.id, id: found.shownId }, viewer.user.id);
    await queries.showAgain(question);
    await changed(chat.id, messageId);
    return true;
  });
  if (isAside) indexing.scheduleIndexing(viewer.group.id);
  else {
    const { message } = await messageFor(viewer, messageId);
    if (message.chatId !== chat.id) throw notFound("Message");
    access.authorize(viewer, "message.change", { isAuthor: message.fromUserId === viewer.user.id });
  }
  return { success: true as const, message: "This version is shown." };
}
