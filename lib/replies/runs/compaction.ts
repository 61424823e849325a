import { transaction } from "@/db/transaction";
import * as chats from "@/lib/chat/chats/service";
import * as background from "@/lib/platform/background/service";
import { conflict } from "@/lib/platform/errors";
import * as queries from "./queries/compactions";
import { findChatToSummarize, hashMessages } from "./queries/prompt-context";
import { readNextMessages, writeSummary } from "./summary";

const MIN_MESSAGES = 2;

type CompactedChat = {
  id: number;
  chatHistory: boolean;
  summary: string | null;
  summarizedThroughId: number | null;
  compactedThroughId: number | null;
};

export const find = (chatId: number) => queries.findCompaction({ chatId });

// Returns the messages that a compaction would replace; `through` is null if there are too few.
async function findCompactable({ id: chatId, chatHistory, compactedThroughId }: CompactedChat) {
  const none = { through: null, total: 0 };
  if (!chatHistory) return none;
  const found = await queries.findCompactable({ chatId, after: compactedThroughId ?? 0 });
  return found.total >= MIN_MESSAGES ? found : none;
}

export const countCompactable = async (chat: CompactedChat): Promise<number> =>
  (await findCompactable(chat)).total;

/**
 * Begins to write a summary that replaces all messages before the last question in what replies see.
 * @throws AppError conflict while one is being written, and when there is nothing to replace
 */
export async function begin(chat: CompactedChat): Promise<void> {
  const chatId = chat.id;
  await transaction(async () => {
    await chats.lock(chatId);
    const previous = await queries.findCompaction({ chatId });
    if (previous && !previous.error) throw conflict("The chat is being compacted.");
    if (previous) await queries.deleteCompaction(previous);
    const { through, total: totalMessages } = await findCompactable(chat);
    if (through === null) throw conflict("There are no earlier messages to compact in this chat.");
    const { runId } = await queries.insertCompaction({
      chatId,
      throughId: through,
      doneThroughId: chat.summarizedThroughId ?? 0,
      summary: chat.summary,
      totalMessages,
      messagesHash: await hashMessages({ chatId, after: 0, through }),
    });
    await background.emit("compaction.requested", { chat_id: chatId, run_id: runId });
    await chats.publishUpdated([chatId], "context");
  });
}

/** Cancels the summary that is being written. Without one, lets replies see all messages again. */
export async function undo(chatId: number): Promise<void> {
  await transaction(async () => {
    await chats.lock(chatId);
    const running = await queries.findCompaction({ chatId });
    if (running) await queries.deleteCompaction(running);
    else await queries.undoCompaction({ chatId });
    await chats.publishUpdated([chatId], "context");
  });
}

/**
 * Summarizes the next messages that fit into one model call, or puts the finished summary to use.
 * @returns whether more remains to be done
 */
export async function extend(chatId: number, runId: string): Promise<boolean> {
  const [run, chat] = await Promise.all([
    queries.findCompaction({ chatId }),
    findChatToSummarize({ chatId }),
  ]);
  if (!chat || run?.runId !== runId || run.error) return false;
  if (run.doneThroughId >= run.throughId) {
    await finish(run);
    return false;
  }
  const range = { chatId, after: run.doneThroughId, through: run.throughId };
  const { said } = await readNextMessages(chat, range);
  const last = said.at(-1);
  if (!last) {
    await record(run, { doneThroughId: run.throughId });
    return true;
  }
  const summary = await writeSummary({
    groupId: chat.groupId,
    model: chat.model,
    chatId,
    assistantId: chat.assistantId,
    before: run.summary,
    said,
  });
  if (!summary) {
    await record(run, { error: "model_failed" });
    return false;
  }
  await record(run, {
    summary,
    doneThroughId: last.id,
    doneMessages: Math.min(run.doneMessages + said.length, run.totalMessages),
  });
  return true;
}

const record = (run: queries.CompactionRow, values: Partial<queries.CompactionRow>) =>
  transaction(async () => {
    await queries.updateCompaction(run, values);
    await chats.publishUpdated([run.chatId], "context");
  });

async function finish(run: queries.CompactionRow): Promise<void> {
  const { chatId, throughId } = run;
  await transaction(async () => {
    await chats.lock(chatId);
    // The summary must not contain text that was edited or deleted while it was written.
    const isCurrent = (await hashMessages({ chatId, after: 0, through: throughId })) === run.messagesHash;
    if (!isCurrent) await queries.updateCompaction(run, { error: "messages_changed" });
    else if (await queries.deleteCompaction(run))
      await chats.setColumns(chatId, {
        summary: run.summary,
        summarizedThroughId: run.doneThroughId,
        compactedThroughId: throughId,
      });
    await chats.publishUpdated([chatId], "context");
  });
}
