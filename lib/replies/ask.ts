import type { StoredAttachment } from "@/db/schema/messages";
import type * as assistants from "@/lib/assistants/service";
import { isOfVisitor } from "@/lib/chats/of-visitor";
import { config } from "@/lib/config";
import { earlierFiles, filesOfMessage } from "@/lib/documents/context";
import { log } from "@/lib/log";
import { toolsOf } from "@/lib/mcp/tools";
import * as memories from "@/lib/memories/service";
import { chooseModel } from "@/lib/models/language";
import { type Connection, type ModelChoice, ModelError } from "@/lib/models/types";
import { connectionsOf } from "@/lib/providers/service";
import { requireLeft } from "@/lib/usage/caps";
import { buildContext, type Parent } from "./context";
import { converse, newTally } from "./converse";
import type { LiveRun } from "./live";
import type * as queries from "./queries";
import { type HistoryRow, historyBefore, parentForMember } from "./queries/context";
import { citationsIn, sourcesFor } from "./sources";
import { type Setting, toolsFor } from "./tools";

/** Messages of a chat that are read to choose from for a context, and of its parent. */
const HISTORY = 200;
const PARENT_HISTORY = 20;

export type Material = NonNullable<Awaited<ReturnType<typeof queries.materialOf>>>;
export type Known = Material & {
  connections: Connection[];
  history: HistoryRow[];
  memories: { id: number; text: string }[];
  parent: Parent | undefined;
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

/** Everything besides files that replies to a message are made from; what a chat does not use is not read. */
export async function materialsFor(given: Material): Promise<Known> {
  const material = isOfVisitor(given.chat) ? withoutGroup(given) : given;
  const { chat, message } = material;
  const { groupId } = chat;
  const [connections, history, remembered, parent] = await Promise.all([
    connectionsOf(groupId),
    chat.chatHistory ? historyOf(chat, message.id) : [],
    chat.globalMemory && message.fromUserId ? memories.about(message.fromUserId, groupId) : [],
    chat.inheritContextFromParent && chat.parentChatId && message.fromUserId
      ? parentOf({ chatId: chat.parentChatId, userId: message.fromUserId, groupId })
      : undefined,
  ]);
  return { ...material, connections, history, memories: remembered, parent };
}

/** A visitor reads along: nothing goes in that belongs to the group or to one of its people. */
function withoutGroup({ chat, message, authorName }: Material): Material {
  const off = { memo: null, canvas: null, globalMemory: false, inheritContextFromParent: false };
  return { chat: { ...chat, ...off }, message, authorName: authorName && TEAM };
}

/** What the people of a group are called where a visitor reads along. */
export const TEAM = "The team";

async function historyOf(chat: Material["chat"], before: number): Promise<HistoryRow[]> {
  const rows = await historyBefore({ chatId: chat.id, before, size: HISTORY });
  return isOfVisitor(chat)
    ? rows.map((row) => (row.userType === "user" ? { ...row, name: TEAM } : row))
    : rows;
}

async function parentOf(of: {
  chatId: number;
  userId: number;
  groupId: string;
}): Promise<Parent | undefined> {
  const chat = await parentForMember(of);
  return chat && { ...chat, messages: await historyBefore({ chatId: of.chatId, size: PARENT_HISTORY }) };
}

/** Has an assistant reply: the model's text goes to the readers as it comes. Never throws for what a model does. */
export async function ask(assistant: Assistant, known: Known, live: LiveRun): Promise<Outcome> {
  const { chat, message, authorName, connections, history } = known;
  const started = performance.now();
  const begunAt = live.text.length;
  const outcome: Outcome = {
    text: "",
    traceId: null,
    extra: {},
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
  const askerId = isOfVisitor(chat) ? null : message.fromUserId;
  const setting: Setting = {
    chat,
    askerId,
    assistantId: assistant.id,
    question: asked(message),
    outside: [],
    allowed: assistant.tools,
    has: { documents: false, messages: false, media: false },
    sources: [],
    made: outcome.attachments,
  };
  try {
    model = await chooseModel(assistant.model, connections, config());
    if (!model.builtin) await requireLeft(chat.groupId);
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
    const [{ sources, has }, outside] = await Promise.all([
      sourcesFor({ ...known, question, askerId, files, mostHistory: HISTORY }, live),
      model.builtin || askerId === null ? [] : toolsOf(chat.groupId, assistant.id),
    ]);
    Object.assign(setting, { sources: [...sources], has, outside });
    const { instructions, messages, made, hasOutgrown } = buildContext({
      ...known,
      assistant,
      mostHistory: HISTORY,
      message: { text: question, authorName },
      files,
      sources,
      isForVisitor: isOfVisitor(chat),
      isShared: chat.chatType === "group",
    });
    outcome.hasOutgrown = hasOutgrown;
    outcome.extra.context = made;
    const tools = model.builtin ? [] : toolsFor(setting);
    const request = { instructions, messages, signal, tools };
    await converse({ model, connections, request, setting, live, tally });
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
  if (setting.sources.length > 0) outcome.extra.citations = citationsIn(outcome.text, setting.sources);
  outcome.traceId = tally.responseId ?? live.id;
  outcome.memoryId = tally.memoryId;
  outcome.canvas = setting.chat.canvas;
  outcome.extra.usage = {
    ...tally.usage,
    model: tally.model ?? model?.id ?? null,
    duration_ms: Math.round(performance.now() - started),
  };
  if (model?.builtin) outcome.extra.provider = "builtin-extractive";
  return outcome;
}

/** The files that people gave; those of replies were made from others, and are found by searching. */
const givenBy = ({ userType, attachments }: HistoryRow) =>
  userType === "assistant" ? [] : (attachments ?? []);

/** What a message asks: for one that an action sent, the action's prompt (`lib/task-actions`). */
function asked({ text, taskId, isEdited, extra }: Material["message"]): string {
  return taskId !== null && !isEdited && typeof extra?.prompt === "string" ? extra.prompt : text;
}

/** What a person may know of a failure. What we did not foresee is logged and shown as nobody's fault but ours. */
function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof ModelError) return { code: error.code, message: error.message };
  log.error({ err: error }, "a reply failed");
  return { code: "failed", message: "The reply failed on our side. Try again." };
}
