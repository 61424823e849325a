import * as chats from "@/lib/chat/chats/service";
import * as events from "@/lib/chat/events/service";
import * as indexing from "@/lib/llm/indexing/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { toReader } from "@/lib/platform/words/languages";
import * as queries from "./queries/digests";

/**
 * Withdraws digests that cover a chat after a message in it was edited or deleted, inside the same transaction.
 * @param from the time of the oldest changed message; null withdraws all
 */
export async function withdrawDigests(chatId: number, from: Date | null): Promise<void> {
  const digests = await queries.listDigests({ chatId, from });
  for (const { id, chatId: ownChatId, language } of digests) {
    const t = await loadTranslate(toReader(language), "digest");
    await chats.lock(ownChatId);
    await queries.withdrawDigest({ id, text: t("withdrawn") });
    await indexing.dropMessages([id]);
    await chats.refreshLastMessage(ownChatId);
    await events.publish({ chatId: ownChatId, kind: "message.updated", data: { message_id: id } });
  }
}
