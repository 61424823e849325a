import type { Message } from "@/components/data/thread";

type MessageExtra = Message["extra"];
type UnknownFields = Record<string, unknown>;

// `extra` is arbitrary JSON: values of an unexpected type are ignored.
export const fields = (value: unknown): UnknownFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownFields) : {};
export const items = (value: unknown): UnknownFields[] => (Array.isArray(value) ? value.map(fields) : []);
export const text = (value: unknown) => (typeof value === "string" ? value : undefined);
export const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

export const sourceNumbers = (extra: MessageExtra): number[] =>
  items(extra?.citations).flatMap(({ n }) => number(n) ?? []);

export const parsePreviousTexts = (extra: MessageExtra): string[] =>
  items(extra?.previous).map(({ message }) => text(message) ?? "");

/** Returns the author of an imported reply: its model or, if unknown, the product it was exported from. */
export function importedFrom(extra: MessageExtra): string | undefined {
  const { from, model } = fields(extra?.imported);
  return text(model) ?? text(from);
}

export type Failure = {
  code: string | undefined;
  message: string | undefined;
  /** Time at which the provider accepts requests again, in milliseconds since the epoch. */
  retryAt: number | undefined;
};

export function parseFailure(extra: MessageExtra): Failure | undefined {
  if (!extra?.error) return undefined;
  const { code, message } = fields(extra.error);
  return {
    code: text(code),
    message: text(message),
    retryAt: number(Date.parse(text(extra.retry_at) ?? "")),
  };
}
