import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import { getMessageFor, isLastReply } from "@/lib/chat/messages/service";
import { areUsable } from "@/lib/llm/group-models/service";
import { conflict, invalid } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";
import { startRegeneration } from "./retry";

/**
 * Continues a stopped reply, with the viewer as the person who asks. The new text is appended to the reply. With
 * `taskId`, the run gets that id and continues in the background.
 * @throws AppError not_found; conflict unless the reply was stopped and is the last message of its chat, and while a
 * reply is in progress
 */
export async function continueReply(viewer: Viewer, messageId: number, taskId: string | undefined) {
  const { chat, message: reply } = await getMessageFor(viewer, messageId);
  const isReply = reply.userType === "assistant" && reply.replyingToId !== null;
  if (!isReply) throw invalid(["path", "message_id"], "Only replies can be continued.");
  const { message: question } = await getMessageFor(viewer, reply.replyingToId!);
  if (taskId && (await replies.isTaskOfMessage(taskId, question.id)))
    return { user_message_id: question.id, streaming_task_id: taskId, responses: null };
  await assertStopped(viewer, messageId);
  const ids = reply.fromVirtualAssistantId === null ? [] : [reply.fromVirtualAssistantId];
  const [assistant] = await assistants.listByIds(chat.groupId, ids);
  if (!assistant) throw invalid(["path", "message_id"], "The assistant of this reply no longer exists.");
  const { model = null, instruction = null } = (reply.extra?.regeneration ?? {}) as {
    model?: string | null;
    instruction?: string | null;
  };
  const run = {
    ...replies.createTask(viewer.user.id, [assistant.id], taskId === undefined, taskId)!,
    chatId: chat.id,
    userMessageId: question.id,
    replaces: [reply.id],
    regeneration: {
      model: (await areUsable(viewer, [model])) ? model : null,
      instruction,
      isContinuation: true,
    },
  };
  return startRegeneration(viewer, { chat, message: question }, run, taskId, () =>
    assertStopped(viewer, messageId),
  );
}

/** @throws AppError not_found, conflict */
async function assertStopped(viewer: Viewer, messageId: number): Promise<void> {
  const { message: reply } = await getMessageFor(viewer, messageId);
  if (reply.extra?.stopped !== true || reply.extra.comparison)
    throw conflict("This reply wasn't stopped, so there is nothing to continue.");
  if (!(await isLastReply(reply)))
    throw conflict("Others have written since. Only the last reply of a chat can be continued.");
}
