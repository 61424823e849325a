"use client";

import { useTranslations } from "@/components/i18n/words";
import { Input, type Wiring } from "@/components/ui/field";
import { NAMED_COLOURS } from "@/lib/channels/public-chats/settings";
import { toOpaqueColour } from "./colours";

export function ColourInput({
  wiring,
  label,
  value,
  onChange,
}: {
  wiring: Wiring;
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useTranslations("publish");
  const names = `${wiring.id}-names`;
  return (
    <div className="flex gap-2">
      <input
        type="color"
        aria-label={t("pickColour", { label })}
        value={`#${toOpaqueColour(value) ?? "ffffff"}`}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 w-10 shrink-0 cursor-pointer rounded-lg border border-line-strong bg-surface p-1"
      />
      <Input
        {...wiring}
        value={value}
        list={names}
        maxLength={30}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("default")}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={names}>
        {Object.keys(NAMED_COLOURS).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
