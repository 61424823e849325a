"use client";

import { useQuery } from "@tanstack/react-query";
import Brain from "lucide-react/icons/brain";
import Calculator from "lucide-react/icons/calculator";
import Globe from "lucide-react/icons/globe";
import ImageIcon from "lucide-react/icons/image";
import Plug from "lucide-react/icons/plug";
import RotateCw from "lucide-react/icons/rotate-cw";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ReactNode } from "react";
import { type ToolSwitch, toolSwitchesQuery } from "@/components/data/tool-switches";
import { useTranslations } from "@/components/i18n/words";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { isSwitchable, type SwitchableTools, type ToolSwitches } from "@/lib/chat/assistant-tools/settings";
import { EFFORTS, type Effort } from "@/lib/llm/sampling/settings";

export type ReplyOptions = {
  /** Absent where memory doesn't apply. */
  usesMemory?: boolean;
  toolSwitches: ToolSwitches;
  effort: Effort | null;
};

type ComposerOptionsProps = {
  assistantId: number;
  /** Undefined in a new chat. */
  chat?: string;
  options: ReplyOptions;
  onChange: (options: Partial<ReplyOptions>) => void;
};

/** Id of the button, for commands that open its menu. */
export const OPTIONS_BUTTON = "composer-options";

const icons: Record<SwitchableTools, ReactNode> = {
  web: <Globe aria-hidden />,
  calculation: <Calculator aria-hidden />,
  pictures: <ImageIcon aria-hidden />,
};
const efforts = [null, ...(Object.keys(EFFORTS) as Effort[])];

export function ComposerOptions({ assistantId, chat, options, onChange }: ComposerOptionsProps) {
  const t = useTranslations("composerOptions");
  const query = useQuery(toolSwitchesQuery(assistantId, chat));
  const { usesMemory, toolSwitches, effort } = options;

  const memory: MenuItem[] =
    usesMemory === undefined
      ? []
      : [
          {
            label: t("memory"),
            hint: t("memoryHelp"),
            icon: <Brain aria-hidden />,
            isOn: usesMemory,
            onSelect: () => onChange({ usesMemory: !usesMemory }),
          },
        ];
  const toTool = ({ key, server, is_on_by_default }: ToolSwitch): MenuItem => {
    const isOn = toolSwitches[key] ?? is_on_by_default;
    return {
      label: isSwitchable(key) ? t(key) : (server ?? key),
      hint: isSwitchable(key) ? t(`${key}Help`) : t("server"),
      icon: isSwitchable(key) ? icons[key] : <Plug aria-hidden />,
      isOn,
      onSelect: () => onChange({ toolSwitches: { ...toolSwitches, [key]: !isOn } }),
    };
  };
  const retry: MenuItem = {
    label: t("toolsFailed"),
    icon: <RotateCw aria-hidden />,
    onSelect: () => void query.refetch(),
  };
  const isLoading = query.isPending && query.fetchStatus === "fetching" && query.failureCount === 0;
  const tools = query.data?.map(toTool) ?? [isLoading ? { title: t("toolsLoading"), items: [] } : retry];
  return (
    <Menu
      id={OPTIONS_BUTTON}
      label={t("options")}
      align="start"
      className="inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      trigger={<SlidersHorizontal className="size-4.5" aria-hidden />}
      items={[
        ...memory,
        ...tools,
        {
          title: t("effort"),
          items: efforts.map((value) => ({
            label: t(`effort_${value ?? "default"}`),
            checked: effort === value,
            onSelect: () => onChange({ effort: value }),
          })),
        },
      ]}
    />
  );
}
