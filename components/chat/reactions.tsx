"use client";

import { useQueryClient } from "@tanstack/react-query";
import SmilePlus from "lucide-react/icons/smile-plus";
import { useCallback } from "react";
import { usePeople } from "@/components/data/people";
import { changeThread, type Message } from "@/components/data/thread";
import { cx } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";
import { useNameOf } from "./members";

/** Those that are offered; any other that somebody put by the API is shown too. */
const OFFERED = {
  "👍": "Thumbs up",
  "❤️": "Heart",
  "😂": "Laughing",
  "🎉": "Party",
  "😮": "Surprised",
  "😢": "Sad",
  "🙏": "Thank you",
  "👀": "Looking at it",
};
type Reaction = Message["aggregated_reactions"][number];

/** Puts the reader's emoji on a message or takes it off: at once here, and back again when that fails. */
export function useReact(chat: string): (message: Message, emoji: string) => void {
  const client = useQueryClient();
  const toast = useToast();
  const { me } = usePeople();
  return useCallback(
    (message, emoji) => {
      const put = (reactions: Reaction[]) =>
        changeThread(client, chat, (all) =>
          all.map((other) =>
            other.id === message.id ? { ...other, aggregated_reactions: reactions } : other,
          ),
        );
      const before = message.aggregated_reactions;
      const isOn = before.some((reaction) => reaction.emoji === emoji && reaction.me);
      put(toggled(before, emoji, me.id));
      const params = { chat_id: chat, message_id: message.id, emoji };
      call(isOn ? messagesApi.removeReaction : messagesApi.addReaction, { params }).then(
        (changed) => put(changed.aggregated_reactions),
        (error: Error) => {
          put(before);
          toast(error);
        },
      );
    },
    [chat, client, me.id, toast],
  );
}

function toggled(reactions: Reaction[], emoji: string, userId: number): Reaction[] {
  const found = reactions.find((reaction) => reaction.emoji === emoji);
  if (!found) return [...reactions, { emoji, count: 1, user_ids: [userId], me: true }];
  const user_ids = found.me ? found.user_ids.filter((id) => id !== userId) : [...found.user_ids, userId];
  const changed = { emoji, count: user_ids.length, user_ids, me: !found.me };
  return reactions
    .map((reaction) => (reaction === found ? changed : reaction))
    .filter(({ count }) => count > 0);
}

/** The button that offers a few emoji. */
export const ReactionPicker = ({
  onReact,
  className,
}: {
  onReact: (emoji: string) => void;
  className: string;
}) => (
  <Menu
    label="React"
    align="start"
    trigger={<SmilePlus aria-hidden />}
    className={className}
    items={Object.entries(OFFERED).map(([emoji, label]) => ({
      label,
      icon: <span aria-hidden>{emoji}</span>,
      onSelect: () => onReact(emoji),
    }))}
  />
);

/** The reactions to a message: how many, whose, and one's own to switch. */
export function Reactions({
  reactions,
  onReact,
  isEnd,
}: {
  reactions: Reaction[];
  onReact: (emoji: string) => void;
  isEnd: boolean;
}) {
  const nameOf = useNameOf();
  if (reactions.length === 0) return null;
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
