import { transaction } from "@/db/transaction";
import * as assistants from "@/lib/assistants/service";
import * as chats from "@/lib/chats/service";
import { config } from "@/lib/config";
import * as documents from "@/lib/documents/service";
import { log } from "@/lib/log";
import { chooseModel, streamReply } from "@/lib/models/language";
import { type ModelChoice, ModelError } from "@/lib/models/types";
import { connectionsOf } from "@/lib/providers/service";
import { buildContext } from "./context";
import { begin, type Ending, finish, flushChunks, LiveRun } from "./live";
import * as queries from "./queries";

/** Messages of a chat that are read to choose from for a context. */
const HISTORY = 200;
const KEPT_EARLIER = 10;

type Assistant = Awaited<ReturnType<typeof assistants.byIds>>[number];
type Outcome = {
  text: string;
  traceId: string | null;
  extra: Record<string, unknown>;
  error: string | null;
  isStopped: boolean;
};

/**
 * Runs a task: each of its assistants replies in turn, and every reply is
 * stored in one transaction with the state of the task. Does nothing when the
 * task is over or another process runs it. Never throws for what a model does.
 */
export async function run(taskId: string): Promise<void> {
  const task = await queries.claimTask({ id: taskId });
  if (!task) return;
  const live = new LiveRun(task.id, task.chatId, task.userMessageId, task.startIdx);
  live.messageIds = task.messageIds;
  begin(live);
  try {
    await reply(task, live);
  } finally {
    if (!live.ending) live.end({ status: "failed", error: "The reply could not be stored." });
    finish(live);
    await queries.tell([live.id]);
  }
}

async function reply(task: queries.TaskRow, live: LiveRun): Promise<void> {
  if (task.isStopAsked) live.stop("stopped");
  const material = await queries.materialOf({ chatId: task.chatId, messageId: task.userMessageId });
  if (!material) return live.end({ status: "cancelled", error: null });
  const { chat } = material;
  const repliers = await assistants.byIds(chat.groupId, task.assistantIds);
  // Those who replied before a crash do not reply again.
  const left = repliers.slice(task.messageIds.length);
  if (left.length === 0) return conclude(live, { status: "completed", error: null });
  for (const [position, assistant] of left.entries()) {
    if (position > 0) live.append("\n\n");
    const outcome = await ask(assistant, material, live);
    if (live.stopping.signal.reason === "void") return live.end({ status: "cancelled", error: null });
    const isLast = position === left.length - 1 || outcome.isStopped;
    const ending = { status: statusOf(outcome), error: outcome.error };
    const isStored = await store(task, live, assistant, outcome, isLast ? ending : undefined);
    if (!isStored) return live.end({ status: "cancelled", error: null });
    if (isLast) return live.end(ending);
  }
}

const statusOf = ({ error, isStopped }: Outcome): Ending["status"] => (isStopped ? "cancelled" : error ? "failed" : "completed");

async function ask(
  assistant: Assistant,
  { chat, message, authorName }: NonNullable<Awaited<ReturnType<typeof queries.materialOf>>>,
  live: LiveRun,
): Promise<Outcome> {
  const started = Date.now();
  const begunAt = live.text.length;
  const outcome: Outcome = { text: "", traceId: null, extra: {}, error: null, isStopped: false };
  let model: ModelChoice | undefined;
  let usage: { input_tokens: number | null; output_tokens: number | null } = { input_tokens: null, output_tokens: null };
  let named: string | undefined;
  try {
    const connections = await connectionsOf(chat.groupId);
    const [choice, history] = await Promise.all([
      chooseModel(assistant.model, connections, config()),
      chat.chatHistory
        ? queries.historyBefore({ chatId: chat.id, before: message.id, size: HISTORY })
        : Promise.resolve([]),
    ]);
    model = choice;
    const files = await documents.contextFiles(message.attachments ?? [], choice.sees);
    const earlierFiles = await documents.contextFiles(
      history.flatMap(({ attachments }) => attachments ?? []),
      false,
    );
    const context = buildContext({
      assistant,
      chat,
      history,
      message: { text: message.text, authorName },
      files: [...files, ...earlierFiles],
      isShared: chat.chatType === "group",
    });
    const request = { ...context, signal: live.stopping.signal };
    for await (const event of streamReply(choice, connections, request, config())) {
      if (event.type === "text") {
        live.append(event.text);
      } else if (event.type === "finish") {
        outcome.traceId = event.responseId;
        usage = event.usage;
        named = event.model;
      }
    }
  } catch (error) {
    if (live.stopping.signal.aborted) {
      outcome.isStopped = true;
      outcome.extra.stopped = true;
    } else {
      const failure = failureOf(error);
      outcome.error = failure.message;
      outcome.extra.error = failure;
    }
  }
  outcome.text = live.text.slice(begunAt);
  outcome.traceId ??= live.id;
  outcome.extra.usage = { ...usage, model: named ?? model?.id ?? null, duration_ms: Date.now() - started };
  if (model?.builtin) outcome.extra.provider = "builtin-extractive";
  return outcome;
}

/** What a person may know of a failure. What we did not foresee is logged and shown as nobody's fault but ours. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof ModelError) return { code: error.code, message: error.message };
  log.error({ err: error }, "a reply failed");
  return { code: "failed", message: "The reply failed on our side. Try again." };
}

/** Stores a reply, and with the last one the end of the task; false when the task is no longer ours. */
async function store(
  task: queries.TaskRow,
  live: LiveRun,
  assistant: Assistant,
  outcome: Outcome,
  ending: Ending | undefined,
): Promise<boolean> {
  await flushChunks();
  let messageIds = live.messageIds;
  const isStored = await transaction(async () => {
    const previous = await takeReplaced(task, assistant.id);
    const message = await queries.insertReply({
      chatId: task.chatId,
      userType: "assistant",
      text: outcome.text || (outcome.error ?? ""),
      fromVirtualAssistantId: assistant.id,
      replyingToId: task.userMessageId,
      llmTraceId: outcome.traceId,
      extra: previous.length > 0 ? { ...outcome.extra, previous } : outcome.extra,
      reasoningSteps: live.steps,
      processedAt: new Date(),
    });
    messageIds = [...live.messageIds, message.id];
    const state = ending ?? { status: "running" as const, error: null };
    if (!(await queries.endTask({ id: task.id, ...state, messageIds, steps: live.steps }))) throw new NoLongerOurs();
    if (ending) await queries.markProcessed({ id: task.userMessageId });
    await chats.noteMessage({
      chatId: task.chatId,
      id: message.id,
      text: message.text,
      userType: "assistant",
      at: message.createdAt,
      authorId: null,
    });
    return true;
  }).catch((error: unknown) => {
    if (error instanceof NoLongerOurs || isGone(error)) return false;
    throw error;
  });
  if (isStored) live.messageIds = messageIds;
  return isStored;
}

class NoLongerOurs extends Error {}

/** The chat or the message went while its reply was written (a foreign key that points nowhere). */
const isGone = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return code === "23503" || (cause !== undefined && isGone(cause));
};

/** Removes the reply of this assistant that a retry replaces, and keeps what it said. */
async function takeReplaced(task: queries.TaskRow, assistantId: number): Promise<Record<string, unknown>[]> {
  const replaced = await queries.repliesByIds({ ids: task.replaces });
  const own = replaced.filter((reply) => reply.fromVirtualAssistantId === assistantId);
  const isFirst = task.assistantIds[0] === assistantId;
  const gone = isFirst ? replaced.filter((reply) => !task.assistantIds.includes(reply.fromVirtualAssistantId ?? 0)) : [];
  const all = [...own, ...gone];
  if (all.length === 0) return [];
  await queries.deleteReplies({ ids: all.map(({ id }) => id) });
  return all
    .flatMap(({ text, createdAt, extra }) => {
      const { previous = [], ...rest } = (extra ?? {}) as { previous?: Record<string, unknown>[] };
      return [...previous, { message: text, created_at: createdAt.toISOString(), extra: rest }];
    })
    .slice(-KEPT_EARLIER);
}

async function conclude(live: LiveRun, ending: Ending): Promise<void> {
  await queries.endTask({ id: live.id, ...ending, messageIds: live.messageIds, steps: [] });
  live.end(ending);
}
