/** A message as it is kept. */
export type ImportedMessage = {
  author: "user" | "assistant";
  /** Markdown. */
  text: string;
  /** Undefined where the file does not say. */
  createdAt?: Date;
  /** Which model wrote it, as the other product calls it. */
  model?: string;
};

/** A chat of another product, with the messages of its active branch. */
export type Conversation = {
  /** What it is there: the same each time it is exported. Undefined where it has no name of its own. */
  key?: string;
  title?: string;
  createdAt?: Date;
  messages: ImportedMessage[];
};

/** How another product writes its chats. */
export type ImportFormat = {
  /** Whether a JSON object is one of its chats. By its shape: people rename files. */
  recognizes(value: Fields): boolean;
  /** What it says, of whatever is left of it: it may lack anything. */
  read(value: Fields): Conversation;
};

/** A JSON object of which nothing is known. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
export const itemsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value : undefined;

const A_DAY = 86_400_000;
/** None of these products is older. */
const EARLIEST = Date.UTC(2015, 0);
/** Numbers above are ms, below seconds: as either, both would be far from today. */
const LEAST_MS = 1e11;

/** A time that can be one: ISO 8601, or seconds or milliseconds since 1970. */
export function timeOf(value: unknown): Date | undefined {
  const ms =
    typeof value === "number"
      ? value * (value < LEAST_MS ? 1000 : 1)
      : typeof value === "string"
        ? Date.parse(value)
        : Number.NaN;
  return ms >= EARLIEST && ms <= Date.now() + A_DAY ? new Date(ms) : undefined;
}

/** A message with the names of its files below it: the files themselves are not in these exports, or not readable. */
export function withFiles(text: string, names: (string | undefined)[]): string {
  const lines = names.map((name) => `[File: ${(name ?? "unnamed").replace(/\s+/g, " ").slice(0, 200)}]`);
  return [text.trim(), [...new Set(lines)].join("\n")].filter(Boolean).join("\n\n");
}
