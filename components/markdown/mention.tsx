import { Fragment, type ReactNode } from "react";
import { MENTION } from "@/lib/platform/thread/mentions";

export type MentionProps = {
  // In lowercase.
  name: string;
  text: string;
};
export type RenderMention = (mention: MentionProps) => ReactNode;

export const MENTION_HASH = "#@";

// Shows a chip. Server-rendered texts have no script, so the thread opens the card.
export const MentionLink = ({ name, text, isOwn }: MentionProps & { isOwn: boolean }) => (
  <a
    href={`${MENTION_HASH}${name}`}
    aria-haspopup="dialog"
    dir="auto"
    className={isOwn ? "mention own-mention" : "mention"}
  >
    {text}
  </a>
);

export function renderMentions(text: string, render: RenderMention): ReactNode {
  const mentions = [...text.matchAll(MENTION)];
  if (mentions.length === 0) return text;
  let end = 0;
  const parts = mentions.map((mention) => {
    const before = text.slice(end, mention.index);
    end = mention.index + mention[0].length;
    return (
      <Fragment key={mention.index}>
        {before}
        {render({ name: mention[1]!.toLowerCase(), text: mention[0] })}
      </Fragment>
    );
  });
  return [...parts, text.slice(end)];
}
