import type { Audience } from "@/db/audience";
import type { StoredAttachment } from "@/db/schema/messages";
import {
  type Connection,
  chooseModel,
  type ModelChoice,
  ModelError,
  type SamplingName,
} from "@/lib/ai/models/service";
import { connectionsOf, withSightOf } from "@/lib/ai/providers/service";
import { caps } from "@/lib/ai/usage/service";
import * as assistants from "@/lib/chat/assistants/service";
import * as canvas from "@/lib/chat/canvas/service";
import * as memories from "@/lib/chat/memories/service";
import { wantedModel } from "@/lib/chat/model-choice/contract";
import { beforeReply, callTeam } from "@/lib/conversation/handover/service";
import { toolsOf } from "@/lib/conversation/mcp/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import { earlierFiles, filesOfMessage, picturesOf } from "@/lib/knowledge/documents/service";
import { type Contents, contentsOfChat } from "@/lib/knowledge/search/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { wordsFor } from "@/lib/platform/words/catalogue";
import { type Language, readerIn } from "@/lib/platform/words/languages";
import { type Asker, audienceOf, historyFor, knownTo } from "./audience";
import type { Place } from "./comparison";
import { buildContext, type Parent } from "./context";
import { converse, newTally } from "./converse";
import type { LiveRun } from "./live";
import type * as queries from "./queries";
import { asValue, type HistoryRow, historyBefore, historyOf, parentFor } from "./queries/context";
import { citationsIn, sourcesFor } from "./sources";
import { readingOnly, type Setting, toolsFor } from "./tools";
import { TEAM_IS_CALLED } from "./tools/call-the-team";

/** Messages of a chat that are read to choose from for a context, and of its parent. */
const HISTORY = 200;
const PARENT_HISTORY = 20;

export type Material = queries.Material & {
  /** What was said before the message, newest first, where that is known already. */
  history?: HistoryRow[];
  /** What there is to search, where that has just been read. */
  contents?: Contents;
  /** Whether the canvas has pages, where that has just been read. */
  hasPages?: boolean;
};
export type Known = Material & {
  /** For whose eyes the replies are. */
  audience: Audience;
  connections: Connection[];
  history: HistoryRow[];
  hasPages: boolean;
  /** The model that is asked, where several answer side by side. */
  comparison?: Place;
};
export type Assistant = Awaited<ReturnType<typeof assistants.byIds>>[number];
export type Outcome = {
  text: string;
  traceId: string | null;
  extra: Record<string, unknown>;
  /** Documents that were made for it. */
  attachments: StoredAttachment[];
  error: string | null;
  isStopped: boolean;
  /** What the reply had remembered. */
  memoryId: string | null;
  /** The canvas after it. */
  canvas: string | null;
  /** The model as it is chosen (`provider:model`, `builtin`); null when none was asked. */
  model: string | null;
  /** The chat has messages that neither fit into the context nor stand in its summary. */
  hasOutgrown: boolean;
};

/** What the statement that stores a message reads of what replies to it are made from; undefined where nobody replies. */
export function readAlong(
  { chat, message, askedBy }: { chat: Material["chat"]; message: Asker; askedBy: number | null },
  assistantIds: number[],
) {
  if (assistantIds.length === 0) return undefined;
  const audience = audienceOf({ chat, message }, askedBy);
  const contents = contentsOfChat(chat, audience);
  return {
    history: chat.chatHistory ? historyOf({ chatId: chat.id, size: HISTORY }) : undefined,
    contents: contents && asValue(contents),
    hasPages: audience.userId === null ? undefined : canvas.hasPagesValue(chat.id),
  };
}

/** What all replies to a message are made from; what a chat does not use is not read. */
export async function materialsFor(given: Material, askedBy: number | null): Promise<Known> {
  const material = knownTo(given);
  const { chat, message } = material;
  const before = { chatId: chat.id, before: message.id, size: HISTORY };
  const audience = audienceOf(material, askedBy);
  const [connections, rows, hasPages] = await Promise.all([
    connectionsOf(chat.groupId),
    chat.chatHistory ? (given.history ?? historyBefore(before)) : [],
    audience.userId !== null && (given.hasPages ?? canvas.hasPages(chat.id)),
  ]);
  return {
    ...material,
    contents: given.contents,
    audience,
    connections,
    history: historyFor(material, rows),
    hasPages,
  };
}

/** What comes from elsewhere, for each reply anew: who reads along may have changed since the one before. */
async function fromElsewhere({ chat, audience }: Known) {
  const isAsked = audience.userId !== null;
  const [remembered, parent] = await Promise.all([
    isAsked && chat.globalMemory ? memories.about(audience) : undefined,
    isAsked && chat.inheritContextFromParent && chat.parentChatId !== null
      ? parentOf(chat.parentChatId, audience)
      : undefined,
  ]);
  return { memories: remembered, parent };
}

async function parentOf(chatId: number, audience: Audience): Promise<Parent | undefined> {
  const chat = await parentFor({ chatId, audience });
  return chat && { ...chat, messages: await historyBefore({ chatId, size: PARENT_HISTORY }) };
}

/** Has an assistant reply: the model's text goes to the readers as it comes. Never throws for what a model does. */
export async function ask(assistant: Assistant, known: Known, live: LiveRun): Promise<Outcome> {
  const { audience, chat, message, authorName, connections, history, hasPages, comparison } = known;
  const started = performance.now();
  const begunAt = live.text.length;
  const outcome: Outcome = {
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
  const tally = newTally();
  const setting: Setting = {
    chat,
    audience,
    assistantId: assistant.id,
    question: asked(message),
    outside: [],
    // What one of several replies did would stay when another is kept.
    allowed: comparison ? readingOnly(assistant.tools) : assistant.tools,
    hasPages,
    knownPages: new Map(),
    has: { documents: false, messages: false, media: false },
    remembers: false,
    sources: [],
    made: outcome.attachments,
  };
  try {
    const wanted = comparison?.model ?? wantedModel(chat, assistant);
    model = await chooseModel(wanted, connections, config());
    const pictures = message.type === "voice" ? [] : picturesOf(message.attachments ?? []);
    if (pictures.length > 0) model = await withSightOf(chat.groupId, model);
    if (pictures.length > 0 && !model.sees) outcome.extra.unseen_pictures = pictures;
    if (!model.builtin) await caps.assertTokenQuota(chat.groupId, model.id);
    outcome.model = model.id;
    const { question } = setting;
    const { signal } = live.stopping;
    const files = [
      ...(await filesOfMessage(message.type === "voice" ? [] : (message.attachments ?? []), {
        withImages: model.sees,
        signal,
      })),
      ...(await earlierFiles(history.flatMap(givenBy))),
    ];
    const [{ sources, has }, outside, elsewhere, handover] = await Promise.all([
      sourcesFor({ ...known, question, files, mostHistory: HISTORY }, live),
      model.builtin || audience.userId === null ? [] : toolsOf(chat.groupId, assistant.id),
      fromElsewhere(known),
      isOfVisitor(chat) ? beforeReply(chat.id, message) : undefined,
    ]);
    const remembers = elsewhere.memories !== undefined;
    Object.assign(setting, {
      sources: [...sources],
      has,
      outside: comparison ? outside.filter(({ isReadOnly }) => isReadOnly) : outside,
      remembers,
      handover,
    });
    const { instructions, messages, made, hasOutgrown } = buildContext({
      ...known,
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
    outcome.hasOutgrown = hasOutgrown;
    outcome.extra.context = made;
    const tools = model.builtin ? [] : toolsFor(setting);
    const sampling = assistants.samplingOf(assistant, chat);
    const request = { instructions, messages, signal, tools, sampling };
    // It finds passages, which are no answer to somebody who asks for a person.
    if (model.builtin && handover?.calledIn) live.append(await teamIsCalled(handover.calledIn));
    else await converse({ model, connections, request, setting, live, tally });
    if (tally.foundNothing) outcome.extra.found_nothing = true;
    if (tally.foundNothing && handover?.reasons.includes("unknown")) await callTeam(handover, "unknown");
  } catch (error) {
    if (live.stopping.signal.aborted) {
      outcome.isStopped = true;
      outcome.extra.stopped = true;
    } else {
      const failure = failureOf(error);
      outcome.error = failure.message;
      outcome.extra.error = failure;
      const wait = error instanceof ModelError && error.retryable ? error.retryAfter : undefined;
      if (wait) outcome.extra.retry_at = new Date(Date.now() + wait * 1000).toISOString();
    }
  }
  outcome.text = live.text.slice(begunAt);
  if (setting.sources.length > 0) outcome.extra.citations = citationsIn(outcome.text, setting.sources);
  outcome.traceId = tally.responseId ?? live.id;
  outcome.memoryId = tally.memoryId;
  outcome.canvas = setting.chat.canvas;
  outcome.extra.usage = {
    ...tally.usage,
    model: tally.model ?? model?.id ?? null,
    duration_ms: Math.round(performance.now() - started),
  };
  if (tally.leftOut.length > 0) outcome.extra.left_out = tally.leftOut.map(settingNamed);
  if (model?.builtin) outcome.extra.provider = "builtin-extractive";
  return outcome;
}

const teamIsCalled = async (language: Language) =>
  (await wordsFor(readerIn(language), "finder"))("teamIsCalled");

/** What the API calls a setting of how models reply. */
const settingNamed = (name: SamplingName) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The files that people gave; those of replies were made from others, and are found by searching. */
const givenBy = ({ userType, attachments }: HistoryRow) =>
  userType === "assistant" ? [] : (attachments ?? []);

/** What a message asks: for one that an action sent, the action's prompt (`lib/automation/task-actions`). */
function asked({ text, taskId, isEdited, extra }: Material["message"]): string {
  return taskId !== null && !isEdited && typeof extra?.prompt === "string" ? extra.prompt : text;
}

/** What a person may know of a failure. What we did not foresee is logged and shown as nobody's fault but ours. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof ModelError) return { code: error.code, message: error.message };
  log.error({ err: error }, "a reply failed");
  return { code: "failed", message: "The reply failed on our side. Try again." };
}
