import type { ToolName } from "@/lib/chat/assistant-tools/settings";
import { toUserMini } from "@/lib/identity/people/service";
import type { ShownRow, StoredAssistant } from "./queries";

type Mini = Pick<StoredAssistant, "id" | "name" | "mentionName" | "avatar" | "avatarKey">;

// Returns a URL that changes with the picture, so that browsers may cache it forever.
const pictureUrl = ({ id, avatarKey }: Pick<StoredAssistant, "id" | "avatarKey">): string | null =>
  avatarKey && `/api/v1/virtual-assistants/${id}/picture?v=${avatarKey.slice(0, 8)}`;

export const toMini = ({ id, name, mentionName, avatar, avatarKey }: Mini) => ({
  id,
  name,
  mention_name: mentionName,
  avatar,
  avatar_url: pictureUrl({ id, avatarKey }),
});

export const toMiniListItem = (row: StoredAssistant) => ({
  ...toMini(row),
  description: row.description,
  suggested_questions: row.suggestedQuestions,
  is_default: row.isDefault,
  model: row.model,
  model_is_fixed: row.modelIsFixed,
  temperature: row.temperature,
  reasoning_effort: row.reasoningEffort,
  max_output_tokens: row.maxOutputTokens,
});

type AssistantRights = { canChange: boolean; canManage: boolean };

export const toAssistant = (row: ShownRow, { canChange, canManage }: AssistantRights) => ({
  ...toMiniListItem(row),
  instructions: row.instructions,
  fallback_models: row.fallbackModels,
  greeting: row.greeting,
  documents: row.documents,
  collections: row.collections,
  most_rounds: row.mostRounds,
  most_tokens: row.mostTokens,
  most_seconds: row.mostSeconds,
  // Hidden from people who cannot change the assistant, because they may not be allowed to use its colleagues.
  colleagues: canChange ? row.colleagues : [],
  usable_by: row.usableBy,
  people: canChange
    ? row.people.map(({ canEdit, ...user }) => ({ user: toUserMini(user), can_edit: canEdit }))
    : [],
  version: row.version,
  may_change: canChange,
  may_manage: canManage,
  created_by: row.creator && toUserMini(row.creator),
  tools: row.tools as ToolName[] | null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

type Belongings = { documentIds: number[]; collectionIds: number[]; colleagueIds: number[] };

export const toContent = (
  row: StoredAssistant,
  { documentIds, collectionIds, colleagueIds }: Belongings,
) => ({
  name: row.name,
  mention_name: row.mentionName,
  description: row.description,
  instructions: row.instructions,
  model: row.model,
  model_is_fixed: row.modelIsFixed,
  fallback_models: row.fallbackModels,
  temperature: row.temperature,
  reasoning_effort: row.reasoningEffort,
  max_output_tokens: row.maxOutputTokens,
  avatar: row.avatar,
  greeting: row.greeting,
  suggested_questions: row.suggestedQuestions,
  document_ids: documentIds,
  collection_ids: collectionIds,
  most_rounds: row.mostRounds,
  most_tokens: row.mostTokens,
  most_seconds: row.mostSeconds,
  colleague_ids: colleagueIds,
  tools: row.tools as ToolName[] | null,
});
