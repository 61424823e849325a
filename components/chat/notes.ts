import type { Message } from "@/components/data/thread";

type Extra = Message["extra"];
type Fields = Record<string, unknown>;

// `extra` may hold anything: what has another form than the product writes is not there.
export const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const items = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
export const text = (value: unknown) => (typeof value === "string" ? value : undefined);
export const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

/** The numbers of a reply's sources. */
export const sourceNumbers = (extra: Extra): number[] =>
  items(extra?.citations).flatMap(({ n }) => number(n) ?? []);

/** The texts that a reply replaced, oldest first. */
export const previousOf = (extra: Extra): string[] =>
  items(extra?.previous).map(({ message }) => text(message) ?? "");

/** Who wrote a reply that was imported with its chat: the model there or, where that is not known, the product. */
export function importedFrom(extra: Extra): string | undefined {
  const { from, model } = fields(extra?.imported);
  return text(model) ?? text(from);
}

export type Failure = {
  code: string | undefined;
  message: string | undefined;
  /** When the model's provider takes requests again, in ms since 1970. */
  retryAt: number | undefined;
};

/** Why a reply failed; undefined for one that did not. */
export function failureOf(extra: Extra): Failure | undefined {
  if (!extra?.error) return undefined;
  const { code, message } = fields(extra.error);
  return {
    code: text(code),
    message: text(message),
    retryAt: number(Date.parse(text(extra.retry_at) ?? "")),
  };
}
