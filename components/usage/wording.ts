import type { By, Row } from "@/components/data/usage";

/** What the rows of a breakdown are. */
export const breakdowns = {
  assistant: "Assistant",
  chat: "Chat",
  member: "Member",
  model: "Model",
  kind: "Purpose",
  day: "Day",
} satisfies Record<By, string>;

const unnamed: Partial<Record<By, string>> = {
  assistant: "An assistant that is gone",
  chat: "A chat that is gone or that you are not in",
  member: "Somebody whose account is gone",
};

/** What is nobody's or nothing's. */
const none: Partial<Record<By, string>> = {
  assistant: "No assistant",
  chat: "No chat",
  member: "Visitors, and work in the background",
};

const kinds: Record<string, string> = {
  reply: "Replies",
  title: "Titles of chats",
  summary: "Summaries of chats",
  translation: "Translations of recordings",
  video: "Videos as text",
  embedding: "Search by meaning",
};

/** What a row is called. */
export function nameOf(by: By, { key, name }: Row): string {
  if (by === "kind") return kinds[key] ?? key;
  if (name !== null) return name;
  return (key === "0" ? none[by] : undefined) ?? unnamed[by] ?? key;
}

const whole = new Intl.NumberFormat("en-GB");
const money = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
export const count = (value: number): string => whole.format(value);
export const cost = (value: number | null): string => (value === null ? "–" : money.format(value));
export const tokensOf = (row: { input_tokens: number; output_tokens: number }) =>
  row.input_tokens + row.output_tokens;
