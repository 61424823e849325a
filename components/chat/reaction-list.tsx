import type { Message } from "@/components/data/thread";
import { cx } from "@/components/ui/class-names";
import { useNameOf } from "./members";

type Reaction = Message["aggregated_reactions"][number];

/** The reactions to a message: how many, whose, and one's own to switch. */
export function ReactionList({
  reactions,
  onReact,
  isEnd,
}: {
  reactions: Reaction[];
  onReact: (emoji: string) => void;
  isEnd: boolean;
}) {
  const nameOf = useNameOf();
  return (
    <ul aria-label="Reactions" className={cx("mt-1.5 flex flex-wrap gap-1.5", isEnd && "justify-end")}>
      {reactions.map(({ emoji, count, user_ids, me }) => {
        const who = user_ids.map(nameOf).join(", ");
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={me}
              aria-label={`${emoji} ${count}: ${who}`}
              title={who}
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
