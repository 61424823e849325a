import type { Audience } from "@/db/chat-readers";
import type { StoredAttachment } from "@/db/schema/messages";
import * as assistants from "@/lib/chat/assistants/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import {
  type ContextFile,
  listPictureNames,
  loadEarlierFiles,
  loadMessageFiles,
} from "@/lib/knowledge/documents/service";
import { chooseModel, type LeftOut, type ModelChoice, ModelError } from "@/lib/llm/models/service";
import { loadModelVision, pictures as pictureModels } from "@/lib/llm/providers/service";
import { caps } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { AppError, forbidden } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { type Language, toReader } from "@/lib/platform/words/languages";
import { callTeam, callTeamBeforeReply } from "@/lib/replies/handover/service";
import { listTools } from "@/lib/replies/mcp-client/service";
import * as web from "@/lib/replies/web/service";
import { runAgentLoop } from "./agent-loop";
import { Paused, type Rounds } from "./checkpoints";
import { findSources, listCitations } from "./citations";
import { listColleagues } from "./delegates";
import { getLimits, isAgentic } from "./limits";
import type { LiveRun } from "./live-runs";
import { listModelsToTry, type PassedOver, tryModels } from "./model-fallback";
import { buildContext } from "./prompt-context";
import type { HistoryRow } from "./queries/prompt-context";
import {
  type Assistant,
  fromElsewhere,
  HISTORY,
  type PlannedReplyInput,
  type ReplyContext,
} from "./reply-context";
import { createRunUsage } from "./run-usage";
import { filterReadingTools, listModelTools, type ToolContext } from "./tools";
import { TEAM_IS_CALLED } from "./tools/call-the-team";
import { listAddressesFromPeople } from "./urls-from-people";

export type ReplyOutcome = {
  text: string;
  traceId: string | null;
  extra: Record<string, unknown>;
  attachments: StoredAttachment[];
  error: string | null;
  isStopped: boolean;
  memoryId: string | null;
  canvas: string | null;
  /** Model id (`provider:model`, `builtin`); null when none was called. */
  model: string | null;
  /** Some messages neither fit into the context nor are covered by the chat's summary. */
  hasOutgrown: boolean;
};

/**
 * Runs an assistant and streams its text to `live`. Never throws because of the model.
 * @throws Paused
 */
export async function ask(
  assistant: Assistant,
  context: ReplyContext,
  live: LiveRun,
  rounds: Rounds,
): Promise<ReplyOutcome> {
  const { audience, chat, message, authorName, connections, history, hasPages, comparison } = context;
  const started = performance.now();
  const begunAt = live.text.length;
  const outcome: ReplyOutcome = {
    text: "",
    traceId: null,
    extra: comparison ? { comparison } : {},
    attachments: [],
    error: null,
    isStopped: false,
    memoryId: null,
    canvas: chat.canvas,
    model: null,
    hasOutgrown: false,
  };
  let model: ModelChoice | undefined;
  const tally = createRunUsage();
  const passed: PassedOver[] = [];
  const { before } = rounds;
  const limits = getLimits(assistant);
  // The assistant's knowledge is searched together with the chat's documents.
  const here = { ...context, chat: { ...chat, knowledge: assistant.knowledge } };
  const setting: ToolContext = {
    chat: here.chat,
    audience,
    assistantId: assistant.id,
    messageId: message.id,
    question: getQuestionText(message),
    outside: [],
    // Only read-only tools, because side effects of a discarded reply would remain.
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
    made: outcome.attachments,
  };
  if (before) {
    live.append(before.text);
    Object.assign(tally, before.tally);
    setting.made.push(...before.made);
    for (const tool of before.refused) live.refused.add(tool);
  }
  const { question } = setting;
  const { signal } = live.stopping;
  const given = message.type === "voice" ? [] : (message.attachments ?? []);
  // Gathered once, so that fallback models reply to the same context.
  const gather = once(async (files: ContextFile[], builtin: boolean) => {
    const usesTools = !builtin && audience.userId !== null;
    const [{ sources, has }, outside, elsewhere, handover, onWeb, pictureModel, colleagues] =
      await Promise.all([
        before ?? findSources({ ...here, question, files, mostHistory: HISTORY, isForFinder: builtin }, live),
        usesTools ? listTools(chat.groupId, assistant.id) : [],
        fromElsewhere(context, assistant.id),
        isOfVisitor(chat) ? callTeamBeforeReply(chat.id, message) : undefined,
        usesTools ? web.getWebAccess(chat.groupId) : setting.web,
        usesTools ? pictureModels.findPictureModel(chat.groupId) : null,
        usesTools && !comparison ? listColleagues(assistant, audience) : [],
      ]);
    Object.assign(setting, {
      sources: [...sources],
      colleagues,
      has,
      outside: comparison ? outside.filter(({ isReadOnly }) => isReadOnly) : outside,
      remembers: elsewhere.memories !== undefined,
      handover,
      web: onWeb,
      pictureModel,
    });
    return { sources: sources.slice(0, before?.givenSources), elsewhere, handover };
  });
  const attempt = async (wanted: string | null, named: (id: string) => void) => {
    model = await chooseModel(wanted, connections, config());
    named(model.id);
    const pictures = listPictureNames(given);
    if (pictures.length > 0) model = await loadModelVision(chat.groupId, model);
    outcome.extra.unseen_pictures = pictures.length > 0 && !model.sees ? pictures : undefined;
    if (!model.builtin) await caps.assertTokenQuota(chat.groupId, model.id);
    outcome.model = model.id;
    const onWait = (names: string[]) => live.step("read", "Waiting for files", names.join(", "));
    const own = await loadMessageFiles(given, { withImages: model.sees, signal, onWait });
    const unread = own.filter(({ isUnread }) => isUnread).map(({ name }) => name);
    outcome.extra.unread_files = unread.length > 0 ? unread : undefined;
    const files = [
      // The built-in model quotes its sources, so a placeholder for an unread file would be quoted, too.
      ...(model.builtin ? own.filter(({ isUnread }) => !isUnread) : own),
      ...(await loadEarlierFiles(history.flatMap(givenBy))),
    ];
    const { sources, elsewhere, handover } = await gather(files, model.builtin);
    const { instructions, messages, made, hasOutgrown } = buildContext({
      ...context,
      memories: elsewhere.memories ?? [],
      parent: elsewhere.parent,
      assistant,
      mostHistory: HISTORY,
      message: { text: question, authorName, extra: message.extra },
      files,
      sources,
      isForVisitor: isOfVisitor(chat),
      isShared: chat.chatType === "group",
      note: handover?.isWaiting ? TEAM_IS_CALLED : "",
    });
    if (setting.web.reads || setting.outside.length > 0)
      setting.given = [
        ...(await listAddressesFromPeople({ message, question, history, files, sources, chat, assistant })),
        ...(before?.given ?? []),
      ];
    rounds.begin(setting);
    outcome.hasOutgrown = hasOutgrown;
    outcome.extra.context = made;
    const tools = model.builtin ? [] : listModelTools(setting);
    const sampling = assistants.getSampling(assistant, chat);
    const request = { instructions, messages, signal, tools, sampling };
    // The built-in model only finds passages, which do not answer a request for a human.
    if (model.builtin && handover?.calledIn) live.append(await teamIsCalled(handover.calledIn));
    else await runAgentLoop({ model, connections, request, setting, live, tally, limits, rounds });
  };
  try {
    assertFor(assistant, audience);
    // Without fallbacks in a comparison, where every model has to reply itself.
    const models = comparison
      ? [comparison.model]
      : before
        ? [before.model]
        : listModelsToTry(chat, assistant);
    const hasBegun = () => live.text.length > begunAt || tally.hasCalled || signal.aborted;
    await tryModels(models, attempt, { hasBegun, passed });
    const { handover } = setting;
    if (tally.foundNothing) outcome.extra.found_nothing = true;
    if (tally.foundNothing && handover?.reasons.includes("unknown")) await callTeam(handover, "unknown");
  } catch (error) {
    if (error instanceof Paused) throw error;
    if (live.stopping.signal.aborted) {
      outcome.isStopped = true;
      outcome.extra.stopped = true;
    } else {
      const failure = toFailure(error);
      outcome.error = failure.message;
      outcome.extra.error = failure;
      const wait = error instanceof ModelError && error.retryable ? error.retryAfter : undefined;
      if (wait) outcome.extra.retry_at = new Date(Date.now() + wait * 1000).toISOString();
    }
  }
  outcome.text = live.text.slice(begunAt);
  if (setting.sources.length > 0 && !tally.foundNothing)
    outcome.extra.citations = listCitations(outcome.text, setting.sources);
  outcome.traceId = tally.responseId ?? live.id;
  outcome.memoryId = tally.memoryId;
  outcome.canvas = setting.chat.canvas;
  outcome.extra.usage = {
    ...tally.usage,
    model: tally.model ?? model?.id ?? null,
    duration_ms: Math.round(performance.now() - started),
  };
  if (live.plan) outcome.extra.plan = live.plan;
  if (tally.limit) outcome.extra.limit_reached = tally.limit;
  if (passed.length > 0) outcome.extra.passed_over = passed;
  if (tally.leftOut.includes("pictures") && given.length > 0)
    outcome.extra.unseen_pictures = listPictureNames(given);
  const settings = tally.leftOut.filter((name) => name !== "pictures");
  if (settings.length > 0) outcome.extra.left_out = settings.map(settingNamed);
  if (model?.builtin) outcome.extra.provider = "builtin-extractive";
  return outcome;
}

function assertFor(assistant: Assistant, { userId }: Audience): void {
  if (!assistants.isFor(assistant, userId))
    throw forbidden(
      `${assistant.name} is limited to specific people. Ask an owner or admin of the group to add you.`,
    );
}

function once<Given extends unknown[], Result>(doing: (...given: Given) => Promise<Result>) {
  let result: Promise<Result> | undefined;
  return (...given: Given): Promise<Result> => {
    result ??= doing(...given);
    return result;
  };
}

const teamIsCalled = async (language: Language) =>
  (await loadTranslate(toReader(language), "finder"))("teamIsCalled");

const settingNamed = (name: LeftOut) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function newestPictures(messages: { attachments: StoredAttachment[] | null }[]): number[] {
  const own = messages.map(({ attachments }) =>
    (attachments ?? []).filter(({ mime_type: type }) => type.startsWith("image/")),
  );
  return (own.find(({ length }) => length > 0) ?? []).map(({ document_id: id }) => id);
}

// Leaves out files of replies: they derive from other files and are found by retrieval.
const givenBy = ({ userType, attachments }: HistoryRow) =>
  userType === "assistant" ? [] : (attachments ?? []);

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
