import { useTranslations } from "@/components/i18n/words";

export function AsWritten({ text, errorId }: { text: string; errorId: string }) {
  const t = useTranslations("chat");
  return (
    <article aria-label={t("message")}>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="mt-1 text-sm text-muted">{t("messagePartly", { errorId })}</p>
    </article>
  );
}
