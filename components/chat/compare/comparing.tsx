import Columns3 from "lucide-react/icons/columns-3";
import X from "lucide-react/icons/x";
import { getModelName } from "@/components/chat/chooser/choice";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { listFormat } from "@/lib/platform/words/translate";

type ComparingProps = { models: string[]; onChange: () => void; onCancel: () => void };

export function Comparing({ models, onChange, onCancel }: ComparingProps) {
  const t = useTranslations("compare");
  return (
    <section
      aria-label={t("comparing")}
      className="mx-2 mb-1 flex items-center gap-2 rounded-lg bg-hover py-0.5 pe-0.5 ps-3 text-sm"
    >
      <Columns3 className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 truncate">
        {t.rich("comparingThese", {
          models: listFormat(t.locale, { style: "narrow" }).format(models.map(getModelName)),
          name: (text) => <span className="font-semibold">{text}</span>,
        })}
      </p>
      <button
        type="button"
        onClick={onChange}
        className="shrink-0 rounded px-1 underline underline-offset-2 pointer-coarse:min-h-10"
      >
        {t("change")}
      </button>
      <IconButton label={t("stopComparing")} onClick={onCancel} className="size-8! pointer-coarse:size-10!">
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
