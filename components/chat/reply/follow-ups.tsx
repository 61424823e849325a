import CornerDownRight from "lucide-react/icons/corner-down-right";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";

type FollowUpsProps = {
  /** Has `follow_ups` in its `extra`. */
  reply: Message;
  send: (message: { text: string; files: File[] }) => void;
};

/** Questions that one may ask after the last reply. */
export function FollowUps({ reply, send }: FollowUpsProps) {
  const t = useTranslations("followUps");
  const { me } = usePeople();
  const followUps = reply.extra?.follow_ups as { user_id: number; questions: string[] } | undefined;
  // They are for the person who asked only.
  if (followUps?.user_id !== me.id) return null;
  return (
    <ul aria-label={t("title")} className="mt-10 flex flex-col items-start gap-1.5 sm:ms-10 print:hidden">
      {followUps.questions.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            dir="auto"
            onClick={() => send({ text: question, files: [] })}
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
