import { settings, switches } from "@/lib/chat/chats/contract";
import type { WholeTask } from "./data";

type Fields = WholeTask["fields"];
type Switches = keyof typeof switches;

/** What a form of a task's fields holds: text as people type it, and switches. */
export type FieldsDraft = {
  name: string;
  goal: string;
  memo: string;
  canvas: string;
  /** "": the group's default. "none": none. */
  virtual_assistant_id: string;
  page_type: string;
  sub_chat_sorting_strategy: string;
  /** JSON. */
  extra: string;
} & Record<Switches, boolean>;

export const switchNames = Object.keys(switches) as Switches[];
export const about = (column: string) => {
  const row = Object.values(settings).find((each) => each.column === column)!;
  return { label: row.label, help: row.help };
};

export const draftOf = (fields: Fields): FieldsDraft => ({
  name: fields.name ?? "",
  goal: fields.goal ?? "",
  memo: fields.memo ?? "",
  canvas: fields.canvas ?? "",
  virtual_assistant_id:
    fields.virtual_assistant_id === undefined ? "" : String(fields.virtual_assistant_id ?? "none"),
  page_type: fields.page_type ?? "chat",
  sub_chat_sorting_strategy: fields.sub_chat_sorting_strategy ?? "",
  extra: Object.keys(fields.extra ?? {}).length > 0 ? JSON.stringify(fields.extra, null, 2) : "",
  ...(Object.fromEntries(switchNames.map((name) => [name, fields[name] ?? switches[name]])) as Record<
    Switches,
    boolean
  >),
});

const apiValue = (field: keyof FieldsDraft, value: string | boolean): unknown => {
  if (typeof value === "boolean") return value;
  if (field === "virtual_assistant_id") return value === "none" ? null : Number(value);
  if (field === "extra") return value.trim() === "" ? {} : objectIn(value);
  if (field === "name" || field === "page_type") return value;
  return value === "" ? null : value;
};

/** The object that a JSON text says; undefined when it says none. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that the form has changed, as the API takes them. */
export function changesIn(draft: FieldsDraft, before: FieldsDraft): Fields {
  const changed = (Object.keys(draft) as (keyof FieldsDraft)[]).filter(
    (field) => draft[field] !== before[field],
  );
  return Object.fromEntries(changed.map((field) => [field, apiValue(field, draft[field])])) as Fields;
}
