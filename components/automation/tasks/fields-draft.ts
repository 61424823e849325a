import type { WholeTask } from "@/components/data/tasks";
import {
  type ChatSetting,
  type CopiedSetting,
  type FieldName,
  getSetting,
  isCopied,
  type Plain,
  plainNames,
  settings,
  toField,
} from "@/lib/chat/chats/settings";

type TaskFields = WholeTask["fields"];
type SettingRow = ReturnType<typeof getSetting>;

/** Fields of a task's form: switches as booleans, all others as strings. */
export type FieldsDraft = { [S in CopiedSetting as FieldName<S>]: string | boolean };

// Settings that a task copies; plain fields come last, in the API's order.
const copied: CopiedSetting[] = [
  ...(Object.keys(settings) as ChatSetting[]).filter(isCopied).filter((setting) => !isPlain(setting)),
  ...plainNames,
];
function isPlain(setting: ChatSetting): setting is Plain {
  return (plainNames as ChatSetting[]).includes(setting);
}

export const listFields = <K extends SettingRow["control"]["kind"]>(kind: K) =>
  copied.flatMap((setting) => {
    const { control } = getSetting(setting);
    return control.kind === kind
      ? [
          {
            field: toField(setting) as keyof FieldsDraft,
            setting,
            control: control as Extract<SettingRow["control"], { kind: K }>,
          },
        ]
      : [];
  });

const draftValue = ({ control, initial }: SettingRow, value: unknown): string | boolean => {
  switch (control.kind) {
    case "switch":
      return (value ?? initial) === true;
    case "assistant":
      return value === undefined ? "" : String(value ?? "none");
    case "choice":
      return String(value ?? Object.keys(control.options)[0]);
    case "tools":
    case "json":
      return JSON.stringify(value ?? {});
    default:
      return String(value ?? "");
  }
};

/** Converts fields to form values. For assistants, "" selects the group's default and "none" selects no assistant. */
export const toDraft = (fields: TaskFields) =>
  Object.fromEntries(
    copied.map((setting) => {
      const field = toField(setting) as keyof FieldsDraft;
      return [field, draftValue(getSetting(setting), fields[field])];
    }),
  ) as FieldsDraft;

function apiValue({ control }: SettingRow, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  if (control.kind === "assistant") return value === "none" ? null : Number(value);
  if (control.kind === "json" || control.kind === "tools") return JSON.parse(value);
  if (control.kind === "number") return value === "" ? null : Number(value);
  if (control.kind === "text" && control.isRequired) return value;
  return value === "" ? null : value;
}

export const getChanges = (draft: FieldsDraft, before: FieldsDraft) =>
  Object.fromEntries(
    copied.flatMap((setting) => {
      const field = toField(setting) as keyof FieldsDraft;
      return draft[field] === before[field] ? [] : [[field, apiValue(getSetting(setting), draft[field])]];
    }),
  ) as TaskFields;
