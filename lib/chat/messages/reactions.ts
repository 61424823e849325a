import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { conflict, notFound } from "@/lib/platform/errors";
import { listMessageResponses } from "./access";
import { isInChat } from "./queries";
import * as queries from "./queries/reactions";

const MAX_EMOJI = 20;
type ReactionInput = { chat_id: Reference; message_id: number; emoji: string };

/**
 * Adds the viewer's emoji. Idempotent.
 * @throws AppError not_found; conflict when the message has too many different emoji
 */
export const add = (viewer: Viewer, given: ReactionInput) =>
  change(viewer, given, async (reaction) => {
    const others = (await queries.listEmoji(reaction)).filter((emoji) => emoji !== given.emoji);
    if (others.length >= MAX_EMOJI)
      throw conflict(`A message can have at most ${MAX_EMOJI} different reactions.`);
    return queries.insertReaction(reaction);
  });

export const remove = (viewer: Viewer, reaction: ReactionInput) =>
  change(viewer, reaction, queries.deleteReaction);

async function change(
  viewer: Viewer,
  { chat_id, message_id, emoji }: ReactionInput,
  make: (reaction: queries.Reaction) => Promise<boolean>,
) {
  const { chat } = await chats.getChatFor(viewer, chat_id);
  const chatId = chat.id;
  await transaction(async () => {
    await chats.lock(chatId);
    if (!(await isInChat({ id: message_id, chatId }))) throw notFound("Message");
    const isChanged = await make({ messageId: message_id, userId: viewer.user.id, emoji });
    if (isChanged) await events.publish({ chatId, kind: "message.updated", data: { message_id } });
  });
  const [message] = await listMessageResponses(viewer, [message_id]);
  if (!message) throw notFound("Message");
  return message;
}
