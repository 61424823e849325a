import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { toSeeker } from "@/lib/identity/audiences/service";
import { type Fault, InvalidInput } from "@/lib/platform/errors";
import type { VirtualAssistantUpdate } from "./contract";
import * as queries from "./queries";
import * as belongings from "./queries/belongings";

type AssistantChange = z.output<typeof VirtualAssistantUpdate>;

type KnowledgeInput = Pick<AssistantChange, "document_ids" | "collection_ids">;

export async function assertKnowledge(
  viewer: Viewer,
  { document_ids = [], collection_ids = [] }: KnowledgeInput,
): Promise<void> {
  const readable = await filterKnowledge(viewer, {
    documentIds: document_ids,
    collectionIds: collection_ids,
  });
  assertAll("document_ids", document_ids, readable.documentIds, "Must be a document of the library.");
  assertAll("collection_ids", collection_ids, readable.collectionIds, "Must be a collection of the group.");
}

export async function filterKnowledge(
  { user, group }: Viewer,
  { documentIds, collectionIds }: belongings.Knowledge,
): Promise<belongings.Knowledge> {
  const reader = { groupId: group.id, userId: user.id };
  return {
    documentIds: await belongings.filterLibraryDocuments({ ...reader, ids: documentIds }),
    collectionIds: await belongings.filterCollections({ ...reader, ids: collectionIds }),
  };
}

/**
 * Replaces the knowledge of an assistant that the viewer may read. What the viewer may not read stays.
 * @throws InvalidInput for documents and collections that the viewer may not read
 */
export async function putKnowledge(
  viewer: Viewer,
  id: number,
  { document_ids, collection_ids }: KnowledgeInput,
): Promise<void> {
  if (!document_ids && !collection_ids) return;
  const before = await belongings.listKnowledge({ id });
  const readable = await filterKnowledge(viewer, before);
  const hidden = {
    documentIds: before.documentIds.filter((each) => !readable.documentIds.includes(each)),
    collectionIds: before.collectionIds.filter((each) => !readable.collectionIds.includes(each)),
  };
  await assertKnowledge(viewer, { document_ids, collection_ids });
  const unique = (ids: number[]) => [...new Set(ids)];
  await belongings.replaceKnowledge(id, {
    documentIds: unique([...(document_ids ?? readable.documentIds), ...hidden.documentIds]),
    collectionIds: unique([...(collection_ids ?? readable.collectionIds), ...hidden.collectionIds]),
  });
}

/** Filters assistants to those that the viewer may use or that are colleagues of the assistant already. */
export async function filterColleagues(viewer: Viewer, ids: number[], id: number): Promise<number[]> {
  const known = await belongings.listColleagues({ id });
  const assistants = await queries.filterUsable({ ...toSeeker(viewer), ids, known });
  return assistants.filter((other) => other !== id);
}

/** @throws InvalidInput */
export async function assertColleagues(viewer: Viewer, ids: number[], id: number): Promise<void> {
  const known = await filterColleagues(viewer, ids, id);
  assertAll("colleague_ids", ids, known, "Must be another assistant in the group.");
}

export function assertAll(field: string, given: number[], known: number[], msg: string): void {
  const faults: Fault[] = given.flatMap((id, at) =>
    known.includes(id) ? [] : [{ loc: ["body", field, at], msg, type: "value_error" }],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

export const toColumns = (change: AssistantChange) => ({
  name: change.name,
  mentionName: change.mention_name,
  description: change.description,
  instructions: change.instructions,
  model: change.model,
  modelIsFixed: change.model_is_fixed,
  fallbackModels: change.fallback_models,
  temperature: change.temperature,
  reasoningEffort: change.reasoning_effort,
  maxOutputTokens: change.max_output_tokens,
  mostRounds: change.most_rounds,
  mostTokens: change.most_tokens,
  mostSeconds: change.most_seconds,
  avatar: change.avatar,
  isDefault: change.is_default,
  usableBy: change.usable_by,
  greeting: change.greeting === undefined ? undefined : change.greeting || null,
  suggestedQuestions: change.suggested_questions,
  tools: change.tools,
});
