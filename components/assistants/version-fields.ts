import type { Translate } from "@/lib/platform/words/translate";

const names = [
  "name",
  "mention_name",
  "description",
  "instructions",
  "model",
  "model_is_fixed",
  "fallback_models",
  "temperature",
  "reasoning_effort",
  "max_output_tokens",
  "avatar",
  "greeting",
  "suggested_questions",
  "document_ids",
  "collection_ids",
  "most_rounds",
  "most_tokens",
  "most_seconds",
  "colleague_ids",
  "tools",
] as const;
type Name = (typeof names)[number];

export const getFieldLabel = (t: Translate<"assistantVersions">, field: string): string =>
  names.includes(field as Name) ? t(`field_${field as Name}`) : field;
