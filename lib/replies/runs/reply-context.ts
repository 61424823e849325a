import type { Audience } from "@/db/chat-readers";
import type * as assistants from "@/lib/chat/assistants/service";
import * as canvas from "@/lib/chat/canvas/service";
import * as memories from "@/lib/chat/memories/service";
import * as personalInstructions from "@/lib/chat/personal-instructions/service";
import * as workspaces from "@/lib/chat/workspaces/service";
import { findDocumentScope, type InChats, mayHaveContents } from "@/lib/knowledge/search/service";
import type { Connection } from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { type Asker, filterHistory, getAudience, redactForAudience } from "./audience";
import type { ComparisonPlace } from "./comparison-place";
import type { Parent } from "./prompt-context";
import type * as queries from "./queries";
import { findParentFor, type HistoryRow, listHistoryBefore, selectHistory } from "./queries/prompt-context";
import type { Regeneration } from "./regeneration";

export const MAX_HISTORY_MESSAGES = 200;
const PARENT_HISTORY = 20;

export type Assistant = Awaited<ReturnType<typeof assistants.listByIds>>[number];

export type PlannedReplyInput = queries.ReplyInput & {
  /** `xmin` of the chat's row after the message; absent if another statement changed the row since `chat` was read. */
  chatVersion?: string;
  history?: HistoryRow[];
  hasContents?: boolean;
  hasPages?: boolean;
};
export type ReplyContext = PlannedReplyInput & {
  audience: Audience;
  connections: Connection[];
  history: HistoryRow[];
  hasPages: boolean;
  comparison?: ComparisonPlace;
  regeneration?: Regeneration;
};
export function buildReplyContextQuery(
  { chat, message, askedBy }: { chat: PlannedReplyInput["chat"]; message: Asker; askedBy: number | null },
  assistantIds: number[],
) {
  if (assistantIds.length === 0) return undefined;
  const audience = getAudience({ chat, message }, askedBy);
  const values = {
    history: chat.chatHistory ? { chatId: chat.id, size: MAX_HISTORY_MESSAGES } : undefined,
    places: findDocumentScope(chat, audience),
    canvas: audience.userId === null ? undefined : { chatId: chat.id },
  };
  return { values, read };
}

type Along = {
  history?: { chatId: number; size: number };
  places?: InChats;
  canvas?: { chatId: number };
};
const read = ({ history, places, canvas: pagesOf }: Along) => ({
  history: history && selectHistory(history),
  hasContents: places && mayHaveContents(places),
  hasPages: pagesOf && canvas.selectHasPages(pagesOf.chatId),
});

export async function buildReplyContext(
  input: PlannedReplyInput,
  askedBy: number | null,
): Promise<ReplyContext> {
  const material = redactForAudience(input);
  const { chat, message } = material;
  const before = { chatId: chat.id, before: message.id, size: MAX_HISTORY_MESSAGES };
  const audience = getAudience(material, askedBy);
  const [connections, rows, hasPages] = await Promise.all([
    listGroupConnections(chat.groupId),
    chat.chatHistory ? (input.history ?? listHistoryBefore(before)) : [],
    audience.userId !== null && (input.hasPages ?? canvas.hasPages(chat.id)),
  ]);
  return {
    ...material,
    hasContents: input.hasContents,
    audience,
    connections,
    history: filterCompacted(chat, filterHistory(material, rows)),
    hasPages,
  };
}

/** Leaves out the messages that replies see as a summary. */
export const filterCompacted = (
  { compactedThroughId }: Pick<ReplyContext["chat"], "compactedThroughId">,
  rows: HistoryRow[],
) => rows.filter(({ id }) => id > (compactedThroughId ?? 0));

// Leaves out files that replies created, because they derive from other files and are found by retrieval.
export const listGivenFiles = ({ userType, attachments }: HistoryRow) =>
  userType === "assistant" ? [] : (attachments ?? []);

type Reading = Pick<ReplyContext, "chat" | "audience">;

/** Loads memories and the parent chat again for each reply, because the audience may have changed in between. */
export async function loadMemoriesAndParent({ chat, audience }: Reading, assistantId: number) {
  const isAsked = audience.userId !== null;
  const [remembered, parent, personal] = await Promise.all([
    isAsked && chat.globalMemory && !chat.temp
      ? memories.listForReply(audience, { assistantId, workspaceId: chat.chatWorkspaceId })
      : undefined,
    isAsked && chat.inheritContextFromParent && chat.parentChatId !== null
      ? findParent(chat.parentChatId, audience)
      : undefined,
    audience.userId !== null && chat.chatType === "private"
      ? personalInstructions.findForReply(chat.groupId, audience.userId)
      : undefined,
  ]);
  return { memories: remembered, parent, personal };
}

/** Returns the instructions and collections of the chat's workspace; undefined for readers outside the group. */
export const findWorkspace = async ({ chat, audience }: Reading) =>
  audience.userId !== null && chat.chatWorkspaceId !== null
    ? workspaces.findForReply(chat.groupId, chat.chatWorkspaceId)
    : undefined;

async function findParent(chatId: number, audience: Audience): Promise<Parent | undefined> {
  const chat = await findParentFor({ chatId, audience });
  return chat && { ...chat, messages: await listHistoryBefore({ chatId, size: PARENT_HISTORY }) };
}
