import { useTranslations } from "@/components/i18n/words";
import type { AnswerOf } from "@/lib/api/contract";
import type { webApi } from "@/lib/replies/web/contract";

export function TestedSearch({ found }: { found: AnswerOf<typeof webApi.testWebSearch> | undefined }) {
  const t = useTranslations("webAccess");
  return (
    <div aria-live="polite" className="text-sm empty:hidden">
      {found && (
        <p className={found.ok ? "text-success" : "text-danger"}>{found.ok ? t("works") : found.message}</p>
      )}
      {found && found.results.length > 0 && (
        <ul aria-label={t("results")} className="mt-1 list-disc ps-5 text-muted">
          {found.results.slice(0, 3).map(({ title, url }) => (
            <li key={url} className="wrap-anywhere">
              {title}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
