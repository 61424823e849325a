"use client";

import Brain from "lucide-react/icons/brain";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useTranslations } from "@/components/i18n/words";
import { Menu } from "@/components/ui/menu";

type ComposerOptionsProps = { usesMemory: boolean; onMemory: (isOn: boolean) => void };

/** Menu of what replies may use. */
export function ComposerOptions({ usesMemory, onMemory }: ComposerOptionsProps) {
  const t = useTranslations("composer");
  return (
    <Menu
      label={t("options")}
      align="start"
      className="inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      trigger={<SlidersHorizontal className="size-4.5" aria-hidden />}
      items={[
        {
          label: t("memory"),
          hint: t("memoryHelp"),
          icon: <Brain aria-hidden />,
          isOn: usesMemory,
          onSelect: () => onMemory(!usesMemory),
        },
      ]}
    />
  );
}
