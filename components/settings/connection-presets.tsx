import Plus from "lucide-react/icons/plus";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { CONNECTION_PRESETS, type ConnectionPreset } from "@/lib/llm/models/settings";

type ConnectionPresetsProps = { onChoose: (preset: ConnectionPreset) => void };

export function ConnectionPresets({ onChoose }: ConnectionPresetsProps) {
  const t = useTranslations("settingsModels");
  const getName = useProviderNames();
  return (
    <ul className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-3">
      {CONNECTION_PRESETS.map((preset) => {
        const name = preset.id === preset.provider ? (getName(preset.id)?.label ?? preset.name) : preset.name;
        return (
          <li key={preset.id}>
            <button
              type="button"
              data-preset={preset.id}
              aria-label={t("connectProvider", { provider: name })}
              onClick={() => onChoose(preset)}
              className="flex min-h-10 w-full items-center gap-2 rounded-lg border bg-surface px-3 py-2 text-start text-sm transition-colors hover:border-line-strong hover:bg-hover pointer-coarse:min-h-11"
            >
              <Plus aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
