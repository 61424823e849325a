import MessageSquareQuote from "lucide-react/icons/message-square-quote";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";

/** Button in the composer. Its dialog is rendered elsewhere, because it contains a form. */
export function SavedRepliesButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("inbox");
  return (
    <IconButton label={t("savedReplies")} onClick={onClick}>
      <MessageSquareQuote aria-hidden />
    </IconButton>
  );
}
