import * as indexing from "@/lib/ai/indexing/service";
import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import { wordsFor } from "@/lib/platform/words/catalogue";
import { readerIn } from "@/lib/platform/words/languages";
import * as queries from "./queries/digests";

/**
 * Takes back what digests say of a chat, because something that was said there since then has been edited or deleted;
 * called in the transaction that does.
 * @param from Null: since the chat began
 */
export async function withdrawDigests(chatId: number, from: Date | null): Promise<void> {
  const digests = await queries.findDigestsOf({ chatId, from });
  for (const { id, chatId: ownChatId, language } of digests) {
    const t = await wordsFor(readerIn(language), "digest");
    await chats.lock(ownChatId);
    await queries.withdrawDigest({ id, text: t("withdrawn") });
    await indexing.dropMessages([id]);
    await chats.refreshLastMessage(ownChatId);
    await events.publish({ chatId: ownChatId, kind: "message.updated", data: { message_id: id } });
  }
}
