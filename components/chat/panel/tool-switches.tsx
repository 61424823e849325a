"use client";

import { useQuery } from "@tanstack/react-query";
import type { Chat } from "@/components/data/chats";
import { toolSwitchesQuery } from "@/components/data/tool-switches";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { SwitchField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { Skeleton } from "@/components/ui/states";
import { isSwitchable, type ToolSwitches } from "@/lib/chat/assistant-tools/settings";
import { getSettingWords } from "./setting-words";
import { useSetting } from "./use-setting";

type ToolSwitchFieldsProps = {
  assistantId: number | undefined;
  chat?: string;
  value: ToolSwitches;
  error?: string;
  onChange: (switches: ToolSwitches) => void;
};

export function ToolSwitchFields(props: ToolSwitchFieldsProps) {
  const { assistantId, chat, value, error, onChange } = props;
  const s = useTranslations("chatSettings");
  const t = useTranslations("composerOptions");
  const problem = useProblem();
  const query = useQuery({
    ...toolSwitchesQuery(assistantId ?? 0, chat),
    enabled: assistantId !== undefined,
  });
  if (assistantId === undefined) return null;
  const { label, help } = getSettingWords(s, "tool_switches");
  const failure = error ?? (query.error && problem(query.error));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="font-medium">{label}</legend>
      <p className="text-muted">{help}</p>
      {failure && <FormProblem message={failure} />}
      {query.isPending && <Skeleton className="h-24" />}
      {query.data?.map(({ key, server, is_on_by_default }) => (
        <SwitchField
          key={key}
          label={isSwitchable(key) ? t(key) : (server ?? key)}
          help={isSwitchable(key) ? t(`${key}Help`) : t("server")}
          value={value[key] ?? is_on_by_default}
          onChange={(isOn) => onChange({ ...value, [key]: isOn })}
        />
      ))}
    </fieldset>
  );
}

export function ToolSwitchesSetting({ chat }: { chat: Chat }) {
  const problem = useProblem();
  const saving = useSetting(chat, "tool_switches");
  return (
    <ToolSwitchFields
      assistantId={chat.virtual_assistant?.id}
      chat={chat.uuid}
      value={saving.isPending ? (saving.variables as ToolSwitches) : chat.tool_switches}
      error={saving.error ? problem(saving.error) : undefined}
      onChange={(switches) => saving.mutate(switches)}
    />
  );
}
