import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { listFormat } from "@/lib/platform/words/translate";
import { useGetName } from "./members";

type Reaction = Message["aggregated_reactions"][number];

export function ReactionList({
  reactions,
  onReact,
  isEnd,
}: {
  reactions: Reaction[];
  onReact: (emoji: string) => void;
  isEnd: boolean;
}) {
  const t = useTranslations("chat");
  const getName = useGetName();
  return (
    <ul
      aria-label={t("reactions")}
      // The reactions are a single scrolling row; the padding leaves room for focus rings.
      className={cx(
        "-mx-1 mt-1 flex w-fit max-w-[calc(100%+0.5rem)] gap-1 overflow-x-auto p-1",
        isEnd && "ms-auto",
      )}
    >
      {reactions.map(({ emoji, count, user_ids, me }) => {
        const names = listFormat(t.locale, { style: "narrow" }).format(user_ids.map(getName).filter(Boolean));
        return (
          <li key={emoji} className="shrink-0">
            <button
              type="button"
              aria-pressed={me}
              aria-label={t("reaction", { emoji, count, names })}
              title={names}
              onClick={() => onReact(emoji)}
              className={cx(
                "inline-flex h-7 items-center gap-1.5 rounded-full border px-2 text-sm hover:bg-hover pointer-coarse:h-9 pointer-coarse:px-3",
                me ? "border-accent bg-accent-soft" : "bg-surface",
              )}
            >
              <span aria-hidden>{emoji}</span>
              <span aria-hidden className="text-xs">
                {count}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
