import type { ToolName } from "@/lib/chat/assistant-tools/contract";
import type { AssistantRow } from "./queries";

export const mini = ({
  id,
  name,
  mentionName,
  avatar,
}: Pick<AssistantRow, "id" | "name" | "mentionName" | "avatar">) => ({
  id,
  name,
  mention_name: mentionName,
  avatar,
});

export const miniListItem = (row: AssistantRow) => ({
  ...mini(row),
  description: row.description,
  is_default: row.isDefault,
  model: row.model,
  model_is_fixed: row.modelIsFixed,
  temperature: row.temperature,
  reasoning_effort: row.reasoningEffort,
  max_output_tokens: row.maxOutputTokens,
});

export const assistant = (row: AssistantRow) => ({
  ...miniListItem(row),
  instructions: row.instructions,
  greeting: row.greeting,
  suggested_questions: row.suggestedQuestions,
  tools: row.tools as ToolName[] | null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
