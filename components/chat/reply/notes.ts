import type { Message } from "@/components/data/thread";

type MessageExtra = Message["extra"];
type UnknownFields = Record<string, unknown>;

// `extra` is arbitrary JSON: values of an unexpected type are ignored.
export const toFields = (value: unknown): UnknownFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as UnknownFields) : {};
export const toItems = (value: unknown): UnknownFields[] => (Array.isArray(value) ? value.map(toFields) : []);
export const toText = (value: unknown) => (typeof value === "string" ? value : undefined);
export const toNumber = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

export const listSourceNumbers = (extra: MessageExtra): number[] =>
  toItems(extra?.citations).flatMap(({ n }) => toNumber(n) ?? []);

export const parsePreviousTexts = (extra: MessageExtra): string[] =>
  toItems(extra?.previous).map(({ message }) => toText(message) ?? "");

export const parseEditorName = (extra: MessageExtra): string | undefined =>
  toText(toFields(extra?.edited_by).name);

export function getImportSource(extra: MessageExtra): string | undefined {
  const { from, model } = toFields(extra?.imported);
  return toText(model) ?? toText(from);
}

export type Failure = {
  code: string | undefined;
  message: string | undefined;
  /** Time at which the provider accepts requests again, in milliseconds since the epoch. */
  retryAt: number | undefined;
};

export function parseFailure(extra: MessageExtra): Failure | undefined {
  if (!extra?.error) return undefined;
  const { code, message } = toFields(extra.error);
  return {
    code: toText(code),
    message: toText(message),
    retryAt: toNumber(Date.parse(toText(extra.retry_at) ?? "")),
  };
}
