import type { WholeTask } from "@/components/data/tasks";
import {
  type Copied,
  type Field,
  fieldOf,
  isCopied,
  type Plain,
  plainNames,
  rowOf,
  type Setting,
  settings,
} from "@/lib/chat/chats/contract";

type Fields = WholeTask["fields"];
type Row = ReturnType<typeof rowOf>;

/** What a form of a task's fields holds: switches, and all else as text that people type or choose. */
export type FieldsDraft = { [S in Copied as Field<S>]: string | boolean };

/** The settings that a task copies; those that are fields in the order of the API. */
const copied: Copied[] = [
  ...(Object.keys(settings) as Setting[]).filter(isCopied).filter((setting) => !isPlain(setting)),
  ...plainNames,
];
function isPlain(setting: Setting): setting is Plain {
  return (plainNames as Setting[]).includes(setting);
}

/** The fields that are entered in one way, with the setting that each is of. */
export const fieldsOf = <K extends Row["control"]["kind"]>(kind: K) =>
  copied.flatMap((setting) => {
    const { control } = rowOf(setting);
    return control.kind === kind
      ? [
          {
            field: fieldOf(setting) as keyof FieldsDraft,
            setting,
            control: control as Extract<Row["control"], { kind: K }>,
          },
        ]
      : [];
  });

const draftValue = ({ control, initial }: Row, value: unknown): string | boolean => {
  switch (control.kind) {
    case "switch":
      return (value ?? initial) === true;
    case "assistant":
      return value === undefined ? "" : String(value ?? "none");
    case "choice":
      return String(value ?? Object.keys(control.options)[0]);
    case "json":
      return JSON.stringify(value ?? {});
    default:
      return String(value ?? "");
  }
};

/** An assistant: "" is the group's default, "none" none. */
export const draftOf = (fields: Fields) =>
  Object.fromEntries(
    copied.map((setting) => {
      const field = fieldOf(setting) as keyof FieldsDraft;
      return [field, draftValue(rowOf(setting), fields[field])];
    }),
  ) as FieldsDraft;

function apiValue({ control }: Row, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  if (control.kind === "assistant") return value === "none" ? null : Number(value);
  if (control.kind === "json") return JSON.parse(value);
  if (control.kind === "number") return value === "" ? null : Number(value);
  if (control.kind === "text" && control.isRequired) return value;
  return value === "" ? null : value;
}

/** The fields that the form has changed, as the API takes them. */
export const changesIn = (draft: FieldsDraft, before: FieldsDraft) =>
  Object.fromEntries(
    copied.flatMap((setting) => {
      const field = fieldOf(setting) as keyof FieldsDraft;
      return draft[field] === before[field] ? [] : [[field, apiValue(rowOf(setting), draft[field])]];
    }),
  ) as Fields;
