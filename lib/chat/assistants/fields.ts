import type { z } from "zod";
import { type Fault, InvalidInput } from "@/lib/platform/errors";
import type { VirtualAssistantUpdate } from "./contract";
import * as belongings from "./queries/belongings";

type AssistantChange = z.output<typeof VirtualAssistantUpdate>;

export async function assertKnowledge(
  groupId: string,
  { document_ids = [], collection_ids = [] }: Pick<AssistantChange, "document_ids" | "collection_ids">,
): Promise<void> {
  const documents = await belongings.filterLibraryDocuments({ groupId, ids: document_ids });
  assertAll("document_ids", document_ids, documents, "Must be a document of the library.");
  const collections = await belongings.filterCollections({ groupId, ids: collection_ids });
  assertAll("collection_ids", collection_ids, collections, "Must be a collection of the group.");
}

export async function assertColleagues(groupId: string, ids: number[], id?: number): Promise<void> {
  const known = await belongings.filterAssistants({ groupId, ids });
  const others = known.filter((other) => other !== id);
  assertAll("colleague_ids", ids, others, "Must be another assistant in the group.");
}

export function assertAll(field: string, given: number[], known: number[], msg: string): void {
  const faults: Fault[] = given.flatMap((id, at) =>
    known.includes(id) ? [] : [{ loc: ["body", field, at], msg, type: "value_error" }],
  );
  if (faults.length > 0) throw new InvalidInput(faults);
}

export const toColumns = (given: AssistantChange) => ({
  name: given.name,
  mentionName: given.mention_name,
  description: given.description,
  instructions: given.instructions,
  model: given.model,
  modelIsFixed: given.model_is_fixed,
  fallbackModels: given.fallback_models,
  temperature: given.temperature,
  reasoningEffort: given.reasoning_effort,
  maxOutputTokens: given.max_output_tokens,
  mostRounds: given.most_rounds,
  mostTokens: given.most_tokens,
  mostSeconds: given.most_seconds,
  avatar: given.avatar,
  isDefault: given.is_default,
  usableBy: given.usable_by,
  greeting: given.greeting === undefined ? undefined : given.greeting || null,
  suggestedQuestions: given.suggested_questions,
  tools: given.tools,
});
