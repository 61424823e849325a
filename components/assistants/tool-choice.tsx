"use client";

import { useTranslations } from "@/components/i18n/words";
import { type ToolName, toolGroups, toolNames, tools } from "@/lib/chat/assistant-tools/settings";

/** @param value Null allows all tools, including future ones */
export function ToolChoice({
  value,
  onChange,
}: {
  value: ToolName[] | null;
  onChange: (value: ToolName[] | null) => void;
}) {
  const t = useTranslations("assistants");
  const chosen = value ?? toolNames;
  const change = (own: ToolName[], isOn: boolean) => {
    const next = [...chosen.filter((name) => !own.includes(name)), ...(isOn ? own : [])];
    onChange(toolNames.every((name) => next.includes(name)) ? null : next);
  };
  return (
    <fieldset className="space-y-3 text-sm">
      <legend className="float-start mb-3 w-full font-medium">{t("tools")}</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        {toolGroups.map((group) => {
          const own = toolNames.filter((name) => tools[name] === group);
          return (
            <label key={group} className="flex items-start gap-3">
              <input
                type="checkbox"
                checked={own.every((tool) => chosen.includes(tool))}
                onChange={(event) => change(own, event.target.checked)}
                className="mt-1 size-4 shrink-0 accent-accent pointer-coarse:size-5"
              />
              <span>
                <span className="block font-medium">{t(`tools${group}`)}</span>
                <span className="text-muted">{t(`tools${group}Help`)}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
