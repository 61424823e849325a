import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { getWantedModel } from "@/lib/chat/model-choice/settings";
import { toSeeker } from "@/lib/identity/audiences/service";
import { authorizeCreation } from "@/lib/identity/groups/service";
import { assertUsable, chooseGroupModel } from "@/lib/llm/group-models/service";
import type { ModelChoice, Sampling } from "@/lib/llm/models/service";
import { notFound } from "@/lib/platform/errors";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import type { AssistantContent } from "./contract";
import * as queries from "./queries";
import { assertKnowledge, toColumns } from "./references";
import { getEditable } from "./rights";

export const cachedAssistants = createCachedRead("assistant", async (groupId: string, id: number) => {
  const [row] = await queries.listReplying({ groupId, ids: [id] });
  return row;
});

/**
 * Returns the group's assistants with these ids, in this order, including those that a person may not use (see
 * `isUsableBy`).
 */
export async function listByIds(groupId: string, ids: number[]) {
  const rows = await Promise.all(ids.map((id) => cachedAssistants.get(groupId, id)));
  return rows.filter((row) => row !== undefined);
}

/**
 * Returns whether a person may have an assistant reply. Visitors (`userId` null) always may, because a member decided
 * to publish the chat to them.
 */
export const isUsableBy = (
  { userIds }: Pick<queries.AssistantRow, "userIds">,
  userId: number | null,
): boolean => userId === null || userIds === null || userIds.includes(userId);

export const listUsableByIds = async (viewer: Viewer, ids: number[]) =>
  (await listByIds(viewer.group.id, ids)).filter((row) => isUsableBy(row, viewer.user.id));

const blank = (groupId: string): queries.AssistantRow => ({
  id: 0,
  groupId,
  name: "",
  mentionName: null,
  description: null,
  instructions: "",
  greeting: null,
  suggestedQuestions: [],
  model: null,
  modelIsFixed: false,
  temperature: null,
  reasoningEffort: null,
  maxOutputTokens: null,
  fallbackModels: [],
  mostRounds: null,
  mostTokens: null,
  mostSeconds: null,
  avatar: null,
  avatarKey: null,
  usableBy: "group",
  version: 0,
  tools: null,
  isDefault: false,
  importKey: null,
  createdBy: null,
  createdAt: new Date(),
  updatedAt: new Date(),
  removedAt: null,
  knowledge: { documentIds: [], collectionIds: [], hasMedia: false },
  colleagueIds: [],
  userIds: null,
});

type ChosenModels = { model?: string | null; fallback_models?: string[] };

/**
 * Checks that the viewer may choose the models of an assistant, except for those that it has already.
 * @throws AppError forbidden
 */
export async function assertModelsUsable(
  viewer: Viewer,
  { model, fallback_models = [] }: ChosenModels,
  saved?: Pick<queries.AssistantRow, "model" | "fallbackModels">,
): Promise<void> {
  const earlier = [saved?.model, ...(saved?.fallbackModels ?? [])];
  await assertUsable(
    viewer,
    [model, ...fallback_models].filter((each) => !earlier.includes(each)),
  );
}

/**
 * Returns an unsaved assistant: the stored one with these fields applied, to try it before saving.
 * @param id the assistant being changed; absent for a new one
 * @throws AppError not_found, forbidden; InvalidInput for documents of other groups
 */
export async function buildUnsavedAssistant(
  viewer: Viewer,
  given: Partial<z.output<typeof AssistantContent>>,
  id?: number,
) {
  const groupId = viewer.group.id;
  if (id === undefined) await authorizeCreation(viewer, { isShared: false });
  else await getEditable(viewer, id);
  const [saved = blank(groupId)] = id === undefined ? [] : await listByIds(groupId, [id]);
  await assertKnowledge(viewer, given);
  const set = Object.fromEntries(Object.entries(toColumns(given)).filter(([, value]) => value !== undefined));
  const { knowledge } = saved;
  return {
    ...saved,
    ...set,
    knowledge: {
      ...knowledge,
      documentIds: given.document_ids ?? knowledge.documentIds,
      collectionIds: given.collection_ids ?? knowledge.collectionIds,
    },
  };
}

export async function listByMentions(viewer: Viewer, names: string[]) {
  if (names.length === 0) return [];
  const rows = await queries.listReplyingByMentions({ ...toSeeker(viewer), names });
  return names.flatMap((name) => rows.find((row) => row.mentionName === name) ?? []);
}

export const listUsable = (viewer: Viewer) => queries.listUsable(toSeeker(viewer));

export const listAll = (groupId: string) => queries.listAll({ groupId });

export const findDefaultAssistant = (groupId: string) => queries.findDefaultAssistant({ groupId });

export async function assertAssistant(viewer: Viewer, id: number): Promise<void> {
  if (!(await queries.findShown({ ...toSeeker(viewer), id }))) throw notFound("Assistant");
}

type ChoosingChat = { groupId: string; model: string | null };
type SamplingOverrides = Pick<queries.StoredAssistant, "temperature" | "reasoningEffort" | "maxOutputTokens">;

export const getSampling = (assistant: SamplingOverrides, chat?: SamplingOverrides): Sampling => ({
  temperature: chat?.temperature ?? assistant.temperature ?? undefined,
  reasoningEffort: chat?.reasoningEffort ?? assistant.reasoningEffort ?? undefined,
  maxOutputTokens: chat?.maxOutputTokens ?? assistant.maxOutputTokens ?? undefined,
});

export async function chooseModelFor(chat: ChoosingChat, assistantId: number | null): Promise<ModelChoice> {
  const [assistant] = assistantId === null ? [] : await listByIds(chat.groupId, [assistantId]);
  return chooseGroupModel(chat.groupId, getWantedModel(chat, assistant));
}

export const listImported = ({ user, group }: Viewer, keys: string[]): Promise<Map<string, number>> =>
  queries.mapImported({ userId: user.id, groupId: group.id, keys });
