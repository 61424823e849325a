import type { Assistant } from "@/components/data/assistants";
import type { Effort } from "@/lib/ai/sampling/contract";

/** The form's fields: text, as people type it. */
export type Draft = {
  name: string;
  mention_name: string;
  description: string;
  avatar: string;
  instructions: string;
  /** Empty: the default. */
  model: string;
  model_is_fixed: boolean;
  /** Empty: the model's own. */
  temperature: string;
  reasoning_effort: Effort | "";
  max_output_tokens: string;
  is_default: boolean;
  greeting: string;
  /** One a line. */
  suggested_questions: string;
  /** Null: all there is. */
  tools: Assistant["tools"];
};

export const draftOf = (assistant?: Assistant): Draft => ({
  name: assistant?.name ?? "",
  mention_name: assistant?.mention_name ?? "",
  description: assistant?.description ?? "",
  avatar: assistant?.avatar ?? "",
  instructions: assistant?.instructions ?? "",
  model: assistant?.model ?? "",
  model_is_fixed: assistant?.model_is_fixed ?? false,
  temperature: String(assistant?.temperature ?? ""),
  reasoning_effort: assistant?.reasoning_effort ?? "",
  max_output_tokens: String(assistant?.max_output_tokens ?? ""),
  is_default: assistant?.is_default ?? false,
  greeting: assistant?.greeting ?? "",
  suggested_questions: assistant?.suggested_questions.join("\n") ?? "",
  tools: assistant?.tools ?? null,
});

const numberOf = (text: string) => (text === "" ? null : Number(text));

/** What is sent: an empty field is none. */
export const inputOf = (draft: Draft) => ({
  ...draft,
  mention_name: draft.mention_name.trim().replace(/^@/, "") || null,
  description: draft.description.trim() || null,
  avatar: draft.avatar.trim() || null,
  model: draft.model || null,
  temperature: numberOf(draft.temperature),
  reasoning_effort: draft.reasoning_effort || null,
  max_output_tokens: numberOf(draft.max_output_tokens),
  greeting: draft.greeting.trim() || null,
  suggested_questions: draft.suggested_questions.split("\n").flatMap((line) => line.trim() || []),
});

export const isSame = (a: Draft, b: Draft) =>
  (Object.keys(a) as (keyof Draft)[]).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]));
