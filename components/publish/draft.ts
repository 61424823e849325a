import type { Publication } from "@/lib/surfaces/public-chats/contract";

/** What differs from what was saved. */
export type Draft = Partial<Publication>;

/** As it is sent: empty questions are none, and without any the assistant's own are asked. */
export function sent(draft: Draft): Draft {
  const { suggested_questions: questions, ...rest } = draft;
  if (questions === undefined) return rest;
  const written = (questions ?? []).map((question) => question.trim()).filter(Boolean);
  return { ...rest, suggested_questions: written.length > 0 ? written : null };
}

/** A draft with one more change; what is as it was saved is no change. */
export function withChange<K extends keyof Publication>(
  draft: Draft,
  saved: Publication,
  name: K,
  value: Publication[K],
): Draft {
  const { [name]: _, ...rest } = draft;
  return isSame(value, saved[name]) ? rest : { ...rest, [name]: value };
}

/** What of a draft was changed since it was sent. */
export const changedSince = (draft: Draft, before: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => !isSame(value, before[name as keyof Draft])),
  );

const isSame = (one: unknown, other: unknown): boolean => written(one) === written(other);
/** The order of the names in an object says nothing. */
const written = (value: unknown): string =>
  JSON.stringify(value || null, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.entries(part).sort() : part,
  );
