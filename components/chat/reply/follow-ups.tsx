import CornerDownRight from "lucide-react/icons/corner-down-right";
import { useTranslations } from "@/components/i18n/words";

type FollowUpsProps = { questions: string[]; onAsk: (question: string) => void };

/** Questions that one may ask after the last reply. */
export function FollowUps({ questions, onAsk }: FollowUpsProps) {
  const t = useTranslations("followUps");
  return (
    <ul aria-label={t("title")} className="mt-10 flex flex-col items-start gap-1.5 sm:ms-10 print:hidden">
      {questions.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk(question)}
            className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-xl border bg-surface px-3 py-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-11"
          >
            <CornerDownRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" aria-hidden />
            <span className="wrap-anywhere">{question}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
