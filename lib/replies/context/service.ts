import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import * as chats from "@/lib/chat/chats/service";
import * as access from "@/lib/identity/access/service";
import { findContextLength } from "@/lib/llm/group-models/service";
import { sumChatUse } from "@/lib/llm/usage/service";
import { conflict } from "@/lib/platform/errors";
import { compaction, measureNextContext } from "@/lib/replies/runs/service";

type ChatMembership = Awaited<ReturnType<typeof chats.getChatFor>>;

export async function getContext(viewer: Viewer, reference: Reference) {
  return toContext(viewer, await chats.getChatFor(viewer, reference));
}

/** @throws AppError conflict, forbidden */
export async function compact(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  if (!(await findReplyModel(chat))) throw conflict("No model replies in this chat.");
  await compaction.begin(chat);
  return getContext(viewer, reference);
}

/** @throws AppError forbidden */
export async function undo(viewer: Viewer, reference: Reference) {
  const { chat } = await chats.getManageableChat(viewer, reference);
  await compaction.undo(chat.id);
  return getContext(viewer, reference);
}

async function toContext(viewer: Viewer, { chat, member }: ChatMembership) {
  const canCompact = access.can(viewer, "chat.change", { chatRole: member.role });
  const replier = await findReplyModel(chat);
  const [next, usage, running, compactable] = await Promise.all([
    replier && measureNextContext({ chat, ...replier, userId: viewer.user.id }),
    canCompact || access.can(viewer, "usage.read")
      ? sumChatUse({ chatId: chat.id, groupId: viewer.group.id })
      : null,
    compaction.find(chat.id),
    replier && canCompact ? compaction.countCompactable(chat) : 0,
  ]);
  return {
    next_message: next ?? null,
    usage: usage && {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost: usage.cost,
    },
    summary:
      chat.compactedThroughId !== null && chat.summary !== null
        ? { text: chat.summary, through_message_id: chat.compactedThroughId }
        : null,
    compaction: running
      ? {
          state: running.error ? ("failed" as const) : ("running" as const),
          done_messages: running.doneMessages,
          total_messages: running.totalMessages,
          error: running.error,
        }
      : null,
    compactable_messages: compactable,
  };
}

// Returns undefined where nobody replies with a language model: without an assistant, and in visitors' conversations.
async function findReplyModel(chat: ChatMembership["chat"]) {
  if (chat.virtualAssistantId === null || access.isOfVisitor(chat)) return undefined;
  const [assistant] = await assistants.listByIds(chat.groupId, [chat.virtualAssistantId]);
  if (!assistant) return undefined;
  const model = await assistants.chooseModelFor(chat, assistant.id);
  if (model.builtin) return undefined;
  return { assistant, model, windowTokens: await findContextLength(chat.groupId, model) };
}
