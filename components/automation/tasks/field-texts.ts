import { getChoiceName } from "@/components/chat/panel/setting-words";
import type { Version } from "@/components/data/tasks";
import { isSwitchable } from "@/lib/chat/assistant-tools/settings";
import { type ChatSetting, getSetting, settingNames, toField } from "@/lib/chat/chats/settings";
import { listFormat, numberFormat, type Translate } from "@/lib/platform/words/translate";

type SettingsTranslate = Translate<"chatSettings">;

const holdings = ["documents", "collections", "canvas_pages", "members"] as const;

const findSetting = (field: string): ChatSetting | undefined =>
  settingNames.find((each) => toField(each) === field);

export function getFieldLabel(t: SettingsTranslate, field: string): string {
  const key = holdings.find((each) => each === field) ?? findSetting(field);
  return key ? t(key) : field;
}

/** Formats a field's value with one line per independent part, so that it can be diffed; empty if not set. */
export function formatField(
  t: SettingsTranslate,
  field: string,
  value: unknown,
  assistants: { id: number; name: string }[],
): string {
  if (value === undefined || value === "") return "";
  if (field === "virtual_assistant_id")
    return value === null
      ? t("noAssistant")
      : (assistants.find(({ id }) => id === value)?.name ?? t("removedAssistant"));
  if (value === null) return "";
  const setting = findSetting(field);
  const kind = setting && getSetting(setting).control.kind;
  if (setting && kind === "choice") return getChoiceName(t, setting, String(value));
  if (kind === "tools")
    return Object.entries(value)
      .map(([key, isOn]) => `${formatToolName(t, key)}: ${t(isOn ? "on" : "off")}`)
      .join("\n");
  if (kind === "number") return numberFormat(t.locale).format(Number(value));
  return formatLines(t, value).join("\n");
}

const formatToolName = (t: SettingsTranslate, key: string): string =>
  isSwitchable(key) ? t(`tool_switches_${key}`) : t("tool_switches_server", { id: key.replace("mcp:", "") });

// Formats a setting with one line per part: `{"a_b": {"c": [1, 2]}}` becomes "A b, c: 1, 2".
function formatLines(t: SettingsTranslate, value: unknown): string[] {
  if (typeof value === "boolean") return [t(value ? "on" : "off")];
  if (value === null) return [t("none")];
  if (typeof value !== "object") return [String(value)];
  if (Array.isArray(value)) {
    const parts = value.flatMap((each) => formatLines(t, each));
    return [listFormat(t.locale, { type: "unit" }).format(parts)];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const hasParts = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return formatLines(t, inner).map((line) => `${toWords(name)}${hasParts ? ", " : ": "}${line}`);
  });
}

// Formats "PUBLIC_CHAT_UPLOAD_FILES" as "Public chat upload files".
function toWords(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  const isShouted = words === words.toUpperCase();
  return words.slice(0, 1).toUpperCase() + (isShouted ? words.slice(1).toLowerCase() : words.slice(1));
}

export function formatVersion(
  t: SettingsTranslate,
  {
    fields,
    documents,
    collections,
    canvas_pages: pages,
    includes_members: hasMembers,
  }: Pick<Version, "fields" | "documents" | "collections" | "canvas_pages" | "includes_members">,
  assistants: { id: number; name: string }[],
): { field: string; text: string }[] {
  const names = settingNames.map(toField);
  const texts = names.map((field) => ({
    field,
    text: formatField(t, field, (fields as Record<string, unknown>)[field], assistants),
  }));
  const files = documents.map(({ file_name }) => file_name).sort();
  return [
    ...texts,
    { field: "documents", text: files.join("\n") },
    { field: "collections", text: collections.map(({ name }) => name).join("\n") },
    {
      field: "canvas_pages",
      text: pages.map(({ title, characters }) => t("canvasPage", { title, characters })).join("\n"),
    },
    { field: "members", text: hasMembers ? t("on") : "" },
  ];
}
