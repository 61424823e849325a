import { useWords } from "@/components/words/words";

/** What is left of a message that cannot be shown as it should: its text, and the id under which the log says why. */
export function AsWritten({ text, errorId }: { text: string; errorId: string }) {
  const t = useWords("chat");
  return (
    <article aria-label={t("message")}>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="mt-1 text-sm text-muted">{t("messagePartly", { errorId })}</p>
    </article>
  );
}
