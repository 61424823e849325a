import type { StoredRegeneration } from "@/db/schema/messages";
import type { Viewer } from "@/lib/api/actor";
import * as assistants from "@/lib/chat/assistants/service";
import * as messages from "@/lib/chat/messages/service";
import { getMessageFor, listMessageResponses } from "@/lib/chat/messages/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { invalid } from "@/lib/platform/errors";
import * as replies from "@/lib/replies/runs/service";
import { listRepliers } from "./send";

/**
 * Regenerates the replies to a message, with the viewer as the person who asks. The earlier replies are replaced when
 * the new ones are complete. With `taskId`, the run gets that id and continues in the background.
 * @throws AppError not_found; conflict when a reply is in progress, or the id belongs to another run; InvalidInput
 * when the viewer may not use the model, or an assistant always uses its own
 */
export async function retry(
  viewer: Viewer,
  messageId: number,
  taskId: string | undefined,
  { model = null, instruction = null }: Partial<StoredRegeneration> = {},
) {
  const found = await getMessageFor(viewer, messageId);
  const { chat } = found;
  let { message } = found;
  if (message.userType === "assistant") {
    if (message.replyingToId === null)
      throw invalid(["path", "message_id"], "The message this replied to no longer exists.");
    message = (await getMessageFor(viewer, message.replyingToId)).message;
  }
  if (message.userType === "system")
    throw invalid(["path", "message_id"], "Messages of this kind get no reply.");
  if (taskId && (await replies.isTaskOfMessage(taskId, message.id))) {
    return { user_message_id: message.id, streaming_task_id: taskId, responses: null };
  }
  const earlier = await messages.listReplies(message.id);
  const repliers = [...new Set(earlier.flatMap((reply) => reply.fromVirtualAssistantId ?? []))];
  // A message from an action is answered by the action's assistant, even if it mentions others.
  const isOfAction = message.taskId !== null && repliers.length > 0;
  const mentioned = isOfAction
    ? []
    : await listRepliers(chat, message.text, message.userType === "guest" ? null : viewer);
  const living = await assistants.listByIds(chat.groupId, mentioned.length > 0 ? mentioned : repliers);
  if (living.length === 0)
    throw invalid(["path", "message_id"], "This chat has no assistant that could reply.");
  if (model) await assertModel(viewer, model, living);
  const run = {
    ...replies.createTask(
      viewer.user.id,
      living.map(({ id }) => id),
      taskId === undefined,
      taskId,
    )!,
    chatId: chat.id,
    userMessageId: message.id,
    replaces: earlier.map(({ id }) => id),
    regeneration: model || instruction ? { model, instruction } : null,
  };
  return startRegeneration(viewer, { chat, message }, run, taskId);
}

type FoundMessage = Awaited<ReturnType<typeof getMessageFor>>;
type PlannedRun = Parameters<typeof replies.planRegeneration>[0];

/** Starts a run that replaces replies: in the background with `taskId`, otherwise it waits for the new replies. */
export async function startRegeneration(
  viewer: Viewer,
  { chat, message }: Pick<FoundMessage, "chat" | "message">,
  run: PlannedRun,
  taskId: string | undefined,
  check?: () => Promise<void>,
) {
  const task = await replies.planRegeneration(run, check);
  const answer = { user_message_id: message.id, streaming_task_id: taskId ?? null, responses: null };
  const authorName = (await messages.mapAuthorNames([message.id])).get(message.id) ?? null;
  const material = { chat, message, authorName };
  if (taskId) {
    await replies.startInBackground(task, material);
    return answer;
  }
  const stored = await replies.startHere(task, material);
  return {
    ...answer,
    responses: await listMessageResponses(
      viewer,
      stored.map(({ id }) => id),
    ),
  };
}

async function assertModel(
  viewer: Viewer,
  model: string,
  repliers: Awaited<ReturnType<typeof assistants.listByIds>>,
): Promise<void> {
  await assertUsable(viewer, [model]);
  const fixed = repliers.find(({ modelIsFixed }) => modelIsFixed);
  if (fixed) throw invalid(["body", "model"], `${fixed.name} always uses its own model.`);
}
