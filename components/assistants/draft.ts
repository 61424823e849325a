import type { Assistant } from "@/components/data/assistants";
import type { Effort } from "@/lib/llm/sampling/settings";

export type AssistantDraft = {
  name: string;
  mention_name: string;
  description: string;
  avatar: string;
  instructions: string;
  documents: Assistant["documents"];
  collections: Assistant["collections"];
  /** Empty selects the group's default model. */
  model: string;
  model_is_fixed: boolean;
  fallback_models: string[];
  /** Empty selects the model's default. */
  temperature: string;
  reasoning_effort: Effort | "";
  max_output_tokens: string;
  is_default: boolean;
  usable_by: Assistant["usable_by"];
  people: Assistant["people"];
  greeting: string;
  suggested_questions: string;
  /** Null allows all tools. */
  tools: Assistant["tools"];
  /** An empty limit selects the default. */
  most_rounds: string;
  most_tokens: string;
  most_seconds: string;
  colleagues: Assistant["colleagues"];
};

/** @param isAdmin assistants that admins create are for the group, those of members for themselves */
export const toDraft = (assistant: Assistant | undefined, isAdmin: boolean): AssistantDraft => ({
  name: assistant?.name ?? "",
  mention_name: assistant?.mention_name ?? "",
  description: assistant?.description ?? "",
  avatar: assistant?.avatar ?? "",
  instructions: assistant?.instructions ?? "",
  documents: assistant?.documents ?? [],
  collections: assistant?.collections ?? [],
  model: assistant?.model ?? "",
  model_is_fixed: assistant?.model_is_fixed ?? false,
  fallback_models: assistant?.fallback_models ?? [],
  temperature: String(assistant?.temperature ?? ""),
  reasoning_effort: assistant?.reasoning_effort ?? "",
  max_output_tokens: String(assistant?.max_output_tokens ?? ""),
  is_default: assistant?.is_default ?? false,
  usable_by: assistant?.usable_by ?? (isAdmin ? "group" : "creator"),
  people: assistant?.people ?? [],
  greeting: assistant?.greeting ?? "",
  suggested_questions: assistant?.suggested_questions.join("\n") ?? "",
  tools: assistant?.tools ?? null,
  most_rounds: String(assistant?.most_rounds ?? ""),
  most_tokens: String(assistant?.most_tokens ?? ""),
  most_seconds: String(assistant?.most_seconds ?? ""),
  colleagues: assistant?.colleagues ?? [],
});

const parseOptionalNumber = (text: string) => (text === "" ? null : Number(text));
const toIds = (things: { id: number }[]) => things.map(({ id }) => id);

export type AssistantRights = {
  /** May make the assistant the group's default. */
  isAdmin: boolean;
  canManage: boolean;
  /** May let others use it. */
  canShare: boolean;
};

export const toContentInput = ({
  documents,
  collections,
  colleagues,
  is_default: _,
  usable_by: __,
  people: ___,
  ...draft
}: AssistantDraft) => ({
  ...draft,
  mention_name: draft.mention_name.trim().replace(/^@/, "") || null,
  description: draft.description.trim() || null,
  avatar: draft.avatar.trim() || null,
  model: draft.model || null,
  fallback_models: draft.fallback_models.filter(Boolean),
  temperature: parseOptionalNumber(draft.temperature),
  reasoning_effort: draft.reasoning_effort || null,
  max_output_tokens: parseOptionalNumber(draft.max_output_tokens),
  greeting: draft.greeting.trim() || null,
  suggested_questions: draft.suggested_questions.split("\n").flatMap((line) => line.trim() || []),
  document_ids: toIds(documents),
  collection_ids: toIds(collections),
  most_rounds: parseOptionalNumber(draft.most_rounds),
  most_tokens: parseOptionalNumber(draft.most_tokens),
  most_seconds: parseOptionalNumber(draft.most_seconds),
  colleague_ids: toIds(colleagues),
});

const toPeople = (people: AssistantDraft["people"]) =>
  people.map(({ user, can_edit }) => ({ user_id: user.id, can_edit }));

export const toInput = (
  draft: AssistantDraft,
  { isAdmin, canManage }: AssistantRights,
  saved?: Assistant,
) => {
  const people = toPeople(draft.people);
  const isSame = saved?.usable_by === draft.usable_by && isEqual(toPeople(saved.people), people);
  return {
    ...toContentInput(draft),
    ...(isAdmin && { is_default: draft.is_default }),
    // Sent when it changed only, because members may keep what they have shared after sharing was turned off.
    ...(canManage && !isSame && { usable_by: draft.usable_by, people }),
  };
};

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const isSame = (a: AssistantDraft, b: AssistantDraft) =>
  (Object.keys(a) as (keyof AssistantDraft)[]).every((key) => isEqual(a[key], b[key]));

/** The tabs of the form. The other tabs of `Tab` exist only for a saved assistant. */
export const FORM_TABS = ["about", "knowledge", "model", "tools", "access"] as const;
export type FormTab = (typeof FORM_TABS)[number];
export type Tab = FormTab | "versions" | "evaluation" | "ratings";

const places: Partial<Record<keyof AssistantDraft, FormTab>> = {
  documents: "knowledge",
  collections: "knowledge",
  model: "model",
  model_is_fixed: "model",
  fallback_models: "model",
  temperature: "model",
  reasoning_effort: "model",
  max_output_tokens: "model",
  tools: "tools",
  most_rounds: "tools",
  most_tokens: "tools",
  most_seconds: "tools",
  colleagues: "tools",
  is_default: "access",
  usable_by: "access",
  people: "access",
};
export const getTab = (field: keyof AssistantDraft): FormTab => places[field] ?? "about";
