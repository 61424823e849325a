import type { Publication } from "@/lib/channels/public-chats/contract";

export type PublicationDraft = Partial<Publication>;

/** Returns the request body. Empty questions are dropped. If none is left, null selects the assistant's own. */
export function toRequestBody(draft: PublicationDraft): PublicationDraft {
  const { suggested_questions: questions, ...rest } = draft;
  if (questions === undefined) return rest;
  const written = (questions ?? []).map((question) => question.trim()).filter(Boolean);
  return { ...rest, suggested_questions: written.length > 0 ? written : null };
}

export function withChange<K extends keyof Publication>(
  draft: PublicationDraft,
  saved: Publication,
  name: K,
  value: Publication[K],
): PublicationDraft {
  const { [name]: _, ...rest } = draft;
  return isSame(value, saved[name]) ? rest : { ...rest, [name]: value };
}

export const getChanges = (draft: PublicationDraft, before: PublicationDraft): PublicationDraft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(value, before[name as keyof PublicationDraft])),
  );

const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other);
// Serializes a value so that the order of keys makes no difference.
const written = (value: unknown): string =>
  JSON.stringify(value || null, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.entries(part).sort() : part,
  );
