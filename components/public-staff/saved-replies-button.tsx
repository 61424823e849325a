import MessageSquareQuote from "lucide-react/icons/message-square-quote";
import { IconButton } from "@/components/ui/button";
import { useWords } from "@/components/words/words";

/** Stands in the composer; what it opens has a form of its own and stands outside. */
export function SavedRepliesButton({ onClick }: { onClick: () => void }) {
  const t = useWords("inbox");
  return (
    <IconButton label={t("savedReplies")} onClick={onClick}>
      <MessageSquareQuote aria-hidden />
    </IconButton>
  );
}
