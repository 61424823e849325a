import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { focusEditor, isFocusLost, keepCanvasOpen } from "../editor-focus";
import type { Review } from "./use-review";

/** Notice of suggested changes above the editor, shown while a person is writing in it. */
export function ReviewNotice({ review }: { review: Review }) {
  const t = useTranslations("canvasSuggestions");
  const { changes = [], lost = 0, author } = review.suggested ?? {};
  const close = () => {
    review.close();
    requestAnimationFrame(() => isFocusLost() && focusEditor());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps Esc from closing the canvas
    <div
      onKeyDown={keepCanvasOpen}
      className="mb-2 flex flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-raised px-3 py-2"
    >
      <p role="status" className="min-w-0 flex-1">
        {author && changes.length > 0 && t("changedMeanwhile", { name: author })}{" "}
        {lost > 0 ? t("lost", { count: lost }) : changes.length === 0 && t("unchanged")}
      </p>
      {changes.length > 0 && (
        <Button size="small" variant="primary" onClick={review.open}>
          {t("review")}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={close}>
        {t(changes.length > 0 ? "rejectAll" : "dismiss")}
      </Button>
    </div>
  );
}
