import type { StoredAttachment } from "@/db/schema/messages";
import { toServerSwitch } from "@/lib/chat/assistant-tools/settings";
import * as assistants from "@/lib/chat/assistants/service";
import { isOfVisitor } from "@/lib/identity/access/service";
import {
  type ContextFile,
  listPictureNames,
  loadEarlierFiles,
  loadMessageFiles,
} from "@/lib/knowledge/documents/service";
import { chooseGroupModel, getContextLength } from "@/lib/llm/group-models/service";
import { type ModelChoice, ModelError } from "@/lib/llm/models/service";
import { pictures as pictureModels } from "@/lib/llm/providers/service";
import { caps } from "@/lib/llm/usage/service";
import { loadTranslate } from "@/lib/platform/words/catalogue";
import { type Language, toReader } from "@/lib/platform/words/languages";
import { callTeamBeforeReply } from "@/lib/replies/handover/service";
import { listTools } from "@/lib/replies/mcp-client/service";
import * as web from "@/lib/replies/web/service";
import { runAgentLoop } from "./agent-loop";
import type { Rounds } from "./checkpoints";
import { findSources } from "./citations";
import { getContextWindow } from "./context-window";
import { mergeSources } from "./continuation";
import { listColleagues } from "./delegates";
import type { ReplyLimits } from "./limits";
import type { LiveRun } from "./live-runs";
import type { FailedAttempt } from "./model-fallback";
import { buildContext } from "./prompt-context";
import {
  type Assistant,
  findWorkspace,
  listGivenFiles,
  loadMemoriesAndParent,
  MAX_HISTORY_MESSAGES,
  type ReplyContext,
} from "./reply-context";
import type { RunUsage } from "./run-usage";
import { listModelTools, type ToolContext } from "./tools";
import { TEAM_IS_CALLED } from "./tools/call-the-team";
import { listAddressesFromPeople } from "./urls-from-people";

export type ReplyOutcome = {
  text: string;
  /** The text without the first part of a continued reply. */
  newText: string;
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

export type ReplyInProgress = {
  assistant: Assistant;
  context: ReplyContext;
  live: LiveRun;
  rounds: Rounds;
  outcome: ReplyOutcome;
  setting: ToolContext;
  tally: RunUsage;
  passed: FailedAttempt[];
  limits: ReplyLimits;
  files: StoredAttachment[];
  /** `performance.now()` at the start. */
  startedAt: number;
  /** Length of the run's text before this reply. */
  begunAt: number;
  stoppedLength: number;
  model: ModelChoice | undefined;
  /** Gathered once, so that fallback models reply to the same context. */
  material: ReturnType<typeof gatherMaterial> | undefined;
};

/**
 * Replies with one model.
 * @param named called with the id of the model before it is asked
 * @throws ModelError, AppError, Paused, or the reason of the stop
 */
export async function attemptReply(
  reply: ReplyInProgress,
  wanted: string | null,
  named: (id: string) => void,
): Promise<void> {
  const { assistant, context, live, rounds, outcome, setting, tally, limits } = reply;
  const { chat, connections } = context;
  const model = await chooseReplyModel(reply, wanted, named);
  if (model.builtin && reply.stoppedLength > 0)
    throw new ModelError("unsupported", "The document finder can't continue a reply. Regenerate it instead.");
  const files = await loadFiles(reply, model);
  reply.material ??= gatherMaterial(reply, files, model.builtin);
  const { sources, elsewhere, handover, workspace } = await reply.material;
  const sampling = assistants.getSampling(assistant, chat);
  const { instructions, messages, made, hasOutgrown } = buildContext({
    ...context,
    memories: elsewhere.memories ?? [],
    parent: elsewhere.parent,
    personal: elsewhere.personal,
    workspaceInstructions: workspace?.instructions,
    assistant,
    mostHistory: MAX_HISTORY_MESSAGES,
    message: { text: setting.question, authorName: context.authorName, extra: context.message.extra },
    files,
    sources,
    isForVisitor: isOfVisitor(chat),
    isShared: chat.chatType === "group",
    note: handover?.isWaiting ? TEAM_IS_CALLED : "",
    maxLength: getContextWindow(getContextLength(model), sampling).maxLength,
  });
  if (setting.web.reads || setting.outside.length > 0)
    setting.given = [
      ...(await listAddressesFromPeople({
        ...context,
        question: setting.question,
        files,
        sources,
        assistant,
      })),
      ...(rounds.before?.given ?? []),
    ];
  rounds.begin(setting);
  outcome.hasOutgrown = hasOutgrown;
  outcome.extra.context = made;
  const tools = model.builtin ? [] : listModelTools(setting);
  const request = { instructions, messages, signal: live.stopping.signal, tools, sampling };
  // The built-in model only finds passages, which do not answer a request for a human.
  if (model.builtin && handover?.calledIn) live.append(await teamIsCalled(handover.calledIn));
  else {
    const { stoppedLength } = reply;
    await runAgentLoop({ model, connections, request, setting, live, tally, limits, rounds, stoppedLength });
  }
}

async function chooseReplyModel(
  reply: ReplyInProgress,
  wanted: string | null,
  named: (id: string) => void,
): Promise<ModelChoice> {
  const { chat } = reply.context;
  const { outcome } = reply;
  reply.model = await chooseGroupModel(chat.groupId, wanted);
  named(reply.model.id);
  const pictures = listPictureNames(reply.files);
  outcome.extra.unseen_pictures = pictures.length > 0 && !reply.model.sees ? pictures : undefined;
  if (!reply.model.builtin) await caps.assertTokenQuota(chat.groupId, reply.model.id);
  outcome.model = reply.model.id;
  return reply.model;
}

async function loadFiles(
  { context, files, live, outcome }: ReplyInProgress,
  model: ModelChoice,
): Promise<ContextFile[]> {
  const { signal } = live.stopping;
  const onWait = (names: string[]) => live.step("read", "Waiting for files", names.join(", "));
  const own = await loadMessageFiles(files, { withImages: model.sees, signal, onWait });
  const all = [...own, ...(await loadEarlierFiles(context.history.flatMap(listGivenFiles)))];
  const unread = all.filter(({ isUnread, isPartial }) => isUnread || isPartial).map(({ name }) => name);
  outcome.extra.unread_files = unread.length > 0 ? unread : undefined;
  // The built-in model quotes its sources, so a placeholder for an unread file would be quoted, too.
  return model.builtin ? all.filter(({ isUnread }) => !isUnread) : all;
}

async function gatherMaterial(
  { assistant, context, live, rounds: { before }, setting }: ReplyInProgress,
  files: ContextFile[],
  builtin: boolean,
) {
  const { audience, chat, message, comparison, regeneration } = context;
  const usesTools = !builtin && audience.userId !== null;
  const workspace = await findWorkspace(context);
  const { knowledge } = assistant;
  const collectionIds = [...knowledge.collectionIds, ...(workspace?.collectionIds ?? [])];
  const hasMedia = knowledge.hasMedia || (workspace?.hasMedia ?? false);
  const filesOfWorkspaceId = workspace?.hasFiles ? (chat.chatWorkspaceId ?? undefined) : undefined;
  const searched = { ...chat, knowledge: { ...knowledge, collectionIds, filesOfWorkspaceId, hasMedia } };
  setting.chat = searched;
  const search = { ...context, chat: searched, question: setting.question };
  const [{ sources: found, has }, outside, elsewhere, handover, onWeb, pictureModel, colleagues] =
    await Promise.all([
      before ??
        findSources({ ...search, files, mostHistory: MAX_HISTORY_MESSAGES, isForFinder: builtin }, live),
      usesTools ? listTools(chat.groupId, assistant.id) : [],
      loadMemoriesAndParent(context, assistant.id),
      isOfVisitor(chat) ? callTeamBeforeReply(chat.id, message) : undefined,
      usesTools ? web.getWebAccess(chat.groupId) : setting.web,
      usesTools ? pictureModels.findPictureModel(chat.groupId) : null,
      usesTools && !comparison ? listColleagues(assistant, audience, setting.switches) : [],
    ]);
  const stopped = before ? undefined : regeneration?.stopped;
  const sources = stopped ? mergeSources(stopped, found) : found;
  Object.assign(setting, {
    sources: [...sources],
    colleagues,
    has,
    outside: outside.filter(
      ({ serverId, isReadOnly }) =>
        setting.switches[toServerSwitch(serverId)] !== false && (isReadOnly || !comparison),
    ),
    remembers: elsewhere.memories !== undefined,
    handover,
    web: onWeb,
    pictureModel,
  });
  return { sources: sources.slice(0, before?.givenSources), elsewhere, handover, workspace };
}

const teamIsCalled = async (language: Language) =>
  (await loadTranslate(toReader(language), "finder"))("teamIsCalled");
