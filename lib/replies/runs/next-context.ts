import * as assistants from "@/lib/chat/assistants/service";
import { loadEarlierFiles } from "@/lib/knowledge/documents/service";
import type { ModelChoice } from "@/lib/llm/models/service";
import { CHARACTERS_PER_TOKEN } from "@/lib/llm/usage/service";
import { getContextWindow } from "./context-window";
import { buildContext } from "./prompt-context";
import { listHistoryBefore } from "./queries/prompt-context";
import {
  type Assistant,
  filterCompacted,
  findWorkspace,
  listGivenFiles,
  loadMemoriesAndParent,
  MAX_HISTORY_MESSAGES,
  type ReplyContext,
} from "./reply-context";

type NextMessage = {
  chat: ReplyContext["chat"];
  assistant: Assistant;
  model: ModelChoice;
  windowTokens: number | undefined;
  userId: number;
};

/** Estimates what the next message of a person sends to the model before its own text and passages. */
export async function measureNextContext({ chat, assistant, model, windowTokens, userId }: NextMessage) {
  const audience = { groupId: chat.groupId, userId, chatId: chat.id };
  const [rows, elsewhere, workspace] = await Promise.all([
    chat.chatHistory ? listHistoryBefore({ chatId: chat.id, size: MAX_HISTORY_MESSAGES }) : [],
    loadMemoriesAndParent({ chat, audience }, assistant.id),
    findWorkspace({ chat, audience }),
  ]);
  const history = filterCompacted(chat, rows);
  const { answerTokens, limitTokens, maxLength } = getContextWindow(
    windowTokens,
    assistants.getSampling(assistant, chat),
  );
  const { lengths, hasLeftOut } = buildContext({
    assistant,
    chat,
    history,
    mostHistory: MAX_HISTORY_MESSAGES,
    memories: elsewhere.memories ?? [],
    parent: elsewhere.parent,
    personal: elsewhere.personal,
    workspaceInstructions: workspace?.instructions,
    message: { text: "", authorName: null, extra: {} },
    files: await loadEarlierFiles(history.flatMap(listGivenFiles)),
    sources: [],
    isForVisitor: false,
    isShared: chat.chatType === "group",
    maxLength,
  });
  const toTokens = (length: number) => Math.ceil(length / CHARACTERS_PER_TOKEN);
  const { instructions, memories, canvas, parent, summary, files, messages } = lengths;
  const parts = {
    instructions: toTokens(instructions),
    memories: toTokens(memories),
    notes: toTokens(canvas + parent),
    summary: toTokens(summary),
    files: toTokens(files),
    messages: toTokens(messages),
    answer: answerTokens,
  };
  return {
    model: { id: model.id, label: model.label },
    window_tokens: windowTokens ?? null,
    limit_tokens: limitTokens,
    used_tokens: Object.values(parts).reduce((sum, tokens) => sum + tokens, 0),
    parts,
    has_left_out: hasLeftOut,
  };
}
