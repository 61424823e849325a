import type { Audience } from "@/db/chat-readers";
import type { StoredAttachment } from "@/db/schema/messages";
import * as assistants from "@/lib/chat/assistants/service";
import { listPictureNames } from "@/lib/knowledge/documents/service";
import { ModelError, type UnsupportedParameter } from "@/lib/llm/models/service";
import { AppError, forbidden } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { callTeam } from "@/lib/replies/handover/service";
import { attemptReply, type ReplyInProgress, type ReplyOutcome } from "./attempt-reply";
import { Paused, type Rounds } from "./checkpoints";
import { listCitations } from "./citations";
import { getLimits, isAgentic } from "./limits";
import type { LiveRun } from "./live-runs";
import { listModelsToTry, tryModels } from "./model-fallback";
import type { Assistant, PlannedReplyInput, ReplyContext } from "./reply-context";
import { createRunUsage } from "./run-usage";
import { filterReadingTools, type ToolContext } from "./tools";

/**
 * Runs an assistant and streams its text to `live`. Never throws because of the model.
 * @throws Paused
 */
export async function generateReply(
  assistant: Assistant,
  context: ReplyContext,
  live: LiveRun,
  rounds: Rounds,
): Promise<ReplyOutcome> {
  const reply = beginReply(assistant, context, live, rounds);
  const { outcome, setting, tally } = reply;
  try {
    assertFor(assistant, context.audience);
    await tryModels(listModels(reply), (wanted, named) => attemptReply(reply, wanted, named), {
      hasBegun: () =>
        live.text.length > reply.begunAt + reply.stoppedLength ||
        tally.hasCalled ||
        live.stopping.signal.aborted,
      passed: reply.passed,
    });
    if (tally.foundNothing) outcome.extra.found_nothing = true;
    if (tally.foundNothing && setting.handover?.reasons.includes("unknown"))
      await callTeam(setting.handover, "unknown");
  } catch (error) {
    if (error instanceof Paused) throw error;
    recordFailure(outcome, live, error);
    // A continuation that fails can be tried again.
    if (reply.stoppedLength > 0) outcome.extra.stopped = true;
  }
  recordResult(reply);
  return outcome;
}

function beginReply(
  assistant: Assistant,
  context: ReplyContext,
  live: LiveRun,
  rounds: Rounds,
): ReplyInProgress {
  const { chat, message, comparison, regeneration } = context;
  const { instruction = null, model = null, stopped } = regeneration ?? {};
  const reply: ReplyInProgress = {
    assistant,
    context,
    live,
    rounds,
    outcome: {
      text: "",
      newText: "",
      traceId: null,
      extra: {
        ...(comparison && { comparison }),
        ...((instruction ?? model) && { regeneration: { instruction, model } }),
      },
      attachments: [],
      error: null,
      isStopped: false,
      memoryId: null,
      canvas: chat.canvas,
      model: null,
      hasOutgrown: false,
    },
    setting: buildToolContext(assistant, context),
    tally: createRunUsage(),
    passed: [],
    limits: getLimits(assistant),
    files: message.type === "voice" ? [] : (message.attachments ?? []),
    startedAt: performance.now(),
    begunAt: live.text.length,
    stoppedLength: stopped?.text.length ?? 0,
    model: undefined,
    material: undefined,
  };
  reply.outcome.attachments = reply.setting.made;
  const { before } = rounds;
  // The checkpoint of a continued reply includes its first part.
  if (stopped && !before) {
    live.steps = stopped.reasoningSteps;
    live.append(stopped.text);
    reply.tally.memoryId = stopped.memoryId;
    reply.setting.made.push(...(stopped.attachments ?? []));
  }
  if (before) {
    live.append(before.text);
    Object.assign(reply.tally, before.tally);
    reply.setting.made.push(...before.made);
    for (const tool of before.refused) live.refused.add(tool);
  }
  return reply;
}

function buildToolContext(
  assistant: Assistant,
  { audience, chat, message, history, hasPages, comparison }: ReplyContext,
): ToolContext {
  return {
    // The assistant's knowledge is searched together with the chat's documents.
    chat: { ...chat, knowledge: assistant.knowledge },
    audience,
    assistantId: assistant.id,
    messageId: message.id,
    question: getQuestionText(message),
    outside: [],
    switches: chat.toolSwitches,
    // Compared replies get only read-only tools, because side effects of a discarded reply would remain.
    allowed: comparison ? filterReadingTools(assistant.tools) : assistant.tools,
    hasPages,
    knownPages: new Map(),
    has: { documents: false, messages: false, media: false },
    web: { reads: false, searches: false },
    given: [],
    pictureModel: null,
    pictures: newestPictures([message, ...history]),
    remembers: false,
    sources: [],
    hasPlan: isAgentic(assistant),
    colleagues: [],
    made: [],
  };
}

// A comparison has no fallback models, because each chosen model has to reply itself.
function listModels({ assistant, context: { chat, comparison }, rounds: { before } }: ReplyInProgress) {
  if (comparison) return [comparison.model];
  return before ? [before.model] : listModelsToTry(chat, assistant);
}

function recordFailure(outcome: ReplyOutcome, live: LiveRun, error: unknown): void {
  if (live.stopping.signal.aborted) {
    outcome.isStopped = true;
    outcome.extra.stopped = true;
    return;
  }
  const failure = toFailure(error);
  outcome.error = failure.message;
  outcome.extra.error = failure;
  const wait = error instanceof ModelError && error.retryable ? error.retryAfter : undefined;
  if (wait) outcome.extra.retry_at = new Date(Date.now() + wait * 1000).toISOString();
}

function recordResult({ live, outcome, setting, tally, passed, files, ...reply }: ReplyInProgress): void {
  const { extra } = outcome;
  outcome.text = live.text.slice(reply.begunAt);
  outcome.newText = outcome.text.slice(reply.stoppedLength);
  if (setting.sources.length > 0 && !tally.foundNothing)
    extra.citations = listCitations(outcome.text, setting.sources);
  outcome.traceId = tally.responseId ?? live.id;
  outcome.memoryId = tally.memoryId;
  outcome.canvas = setting.chat.canvas;
  extra.usage = {
    ...tally.usage,
    model: tally.model ?? reply.model?.id ?? null,
    duration_ms: Math.round(performance.now() - reply.startedAt),
  };
  if (live.plan) extra.plan = live.plan;
  if (tally.limit) extra.limit_reached = tally.limit;
  if (passed.length > 0) extra.passed_over = passed;
  if (tally.leftOut.includes("pictures") && files.length > 0) extra.unseen_pictures = listPictureNames(files);
  const settings = tally.leftOut.filter((name) => name !== "pictures");
  if (settings.length > 0) extra.left_out = settings.map(settingNamed);
  if (reply.model?.builtin) extra.provider = "builtin-extractive";
}

function assertFor(assistant: Assistant, { userId }: Audience): void {
  if (!assistants.isUsableBy(assistant, userId))
    throw forbidden(
      `${assistant.name} is limited to specific people. Ask its creator, or an owner or admin of the group, to add you.`,
    );
}

const settingNamed = (name: UnsupportedParameter) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function newestPictures(messages: { attachments: StoredAttachment[] | null }[]): number[] {
  const own = messages.map(({ attachments }) =>
    (attachments ?? []).filter(({ mime_type: type }) => type.startsWith("image/")),
  );
  return (own.find(({ length }) => length > 0) ?? []).map(({ document_id: id }) => id);
}

// Returns the question. A message that an action sent carries the action's full prompt
// (`lib/automation/task-actions`).
function getQuestionText({ text, taskId, isEdited, extra }: PlannedReplyInput["message"]): string {
  return taskId !== null && !isEdited && typeof extra?.prompt === "string" ? extra.prompt : text;
}

// Returns what people may see of a failure. Unexpected errors are logged and reported generically.
function toFailure(error: unknown): { code: string; message: string } {
  if (error instanceof ModelError) return { code: error.code, message: error.message };
  if (error instanceof AppError && error.kind === "forbidden")
    return { code: "forbidden", message: error.message };
  log.error({ err: error }, "a reply failed");
  return { code: "failed", message: "The reply failed on our side. Try again." };
}
