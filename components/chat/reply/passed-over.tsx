import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { listFailedAttempts, parseUsage } from "./made-from-notes";

/**
 * Notes that a fallback model replied.
 * @param onOpen Shows why the preferred model failed
 */
export function ModelFallbackNote({
  message,
  onOpen,
}: {
  message: Message;
  onOpen: (() => void) | undefined;
}) {
  const t = useTranslations("chatReplies");
  const [first] = listFailedAttempts(message.extra);
  const model = parseUsage(message.extra)?.model;
  if (!first || !model || message.extra?.error) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      {t("passedOver", { model, first: first.model })}{" "}
      {onOpen && (
        <button type="button" onClick={onOpen} className="underline underline-offset-2 hover:text-ink">
          {t("passedOverWhy")}
        </button>
      )}
    </p>
  );
}
