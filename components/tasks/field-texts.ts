import type { Version } from "@/components/data/tasks";
import { fieldOf, rowOf, settingNames } from "@/lib/chat/chats/contract";

const holdings: Record<string, string> = {
  documents: "Documents",
  collections: "Collections",
  canvas_pages: "Canvas pages",
};

/** The row of the setting that a field is of. */
function settingOf(field: string) {
  const setting = settingNames.find((each) => fieldOf(each) === field);
  return setting && rowOf(setting);
}

/** What people call a field of a task. */
export const labelOf = (field: string): string => holdings[field] ?? settingOf(field)?.label ?? field;

/** A field's value as text, a line for each that can change by itself; empty for what is not set. */
export function textOf(field: string, value: unknown, assistants: { id: number; name: string }[]): string {
  if (value === undefined || value === "") return "";
  if (field === "virtual_assistant_id")
    return value === null
      ? "None"
      : (assistants.find(({ id }) => id === value)?.name ?? "An assistant that was removed");
  if (value === null) return "";
  return linesOf(value).join("\n");
}

/** A setting as people read it, a line for each part of what has parts: `{"a_b": {"c": [1, 2]}}` as "A b, c: 1, 2". */
function linesOf(value: unknown): string[] {
  if (typeof value === "boolean") return [value ? "On" : "Off"];
  if (value === null) return ["None"];
  if (typeof value !== "object") return [String(value)];
  if (Array.isArray(value)) return [value.flatMap(linesOf).join(", ")];
  return Object.entries(value).flatMap(([name, inner]) => {
    const hasParts = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return linesOf(inner).map((line) => `${wordsOf(name)}${hasParts ? ", " : ": "}${line}`);
  });
}

/** "PUBLIC_CHAT_UPLOAD_FILES" as "Public chat upload files". */
function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  const isShouted = words === words.toUpperCase();
  return words.slice(0, 1).toUpperCase() + (isShouted ? words.slice(1).toLowerCase() : words.slice(1));
}

/** The fields of a version as text, with what else it has, in the order in which they are shown. */
export function textsOf(
  {
    fields,
    documents,
    collections,
    canvas_pages: pages,
  }: Pick<Version, "fields" | "documents" | "collections" | "canvas_pages">,
  assistants: { id: number; name: string }[],
): { field: string; text: string }[] {
  const names = settingNames.map(fieldOf);
  const texts = names.map((field) => ({
    field,
    text: textOf(field, (fields as Record<string, unknown>)[field], assistants),
  }));
  const files = documents.map(({ file_name }) => file_name).sort();
  return [
    ...texts,
    { field: "documents", text: files.join("\n") },
    { field: "collections", text: collections.map(({ name }) => name).join("\n") },
    {
      field: "canvas_pages",
      text: pages.map(({ title, characters }) => `${title} (${inCharacters(characters)})`).join("\n"),
    },
  ];
}

const inCharacters = (count: number) =>
  `${count.toLocaleString("en")} ${count === 1 ? "character" : "characters"}`;
