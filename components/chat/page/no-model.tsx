import Info from "lucide-react/icons/info";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";

export function NoModel({ canConnect }: { canConnect: boolean }) {
  const t = useTranslations("newChat");
  return (
    <div className="mb-4 flex items-start gap-2.5 rounded-xl bg-warning-soft px-4 py-3 text-sm text-warning">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      <p>
        {t("noModel")}{" "}
        {canConnect ? (
          <Link href="/settings/models" className="font-medium underline underline-offset-2">
            {t("connectModel")}
          </Link>
        ) : (
          t("adminConnects")
        )}
      </p>
    </div>
  );
}
