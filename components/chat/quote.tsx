"use client";

import CornerUpLeft from "lucide-react/icons/corner-up-left";
import X from "lucide-react/icons/x";
import { plain } from "@/components/markdown/plain";
import { IconButton } from "@/components/ui/button";

const LONGEST = 200;
const oneLine = (text: string) => plain(text, LONGEST);

export type Quoted = { id: number; name: string; text: string };

/** The message that another one answers, with the way to it. */
export const Quote = ({ quoted, onJump }: { quoted: Quoted; onJump: (id: number) => void }) => (
  <a
    href={`#m-${quoted.id}`}
    onClick={(event) => {
      event.preventDefault();
      onJump(quoted.id);
    }}
    aria-label={`In reply to ${quoted.name}: ${oneLine(quoted.text)}`}
    className="mb-1 block max-w-full truncate border-line-strong border-l-2 pl-2 text-sm text-muted hover:text-ink pointer-coarse:py-1"
  >
    <span className="font-semibold">{quoted.name}</span> {oneLine(quoted.text)}
  </a>
);

/** Above the composer: what the next message answers. */
export const ReplyingTo = ({ quoted, onCancel }: { quoted: Quoted; onCancel: () => void }) => (
  <section
    aria-label="Replying to"
    className="mx-2 mb-1 flex items-center gap-2 rounded-lg bg-hover py-0.5 pr-0.5 pl-3 text-sm"
  >
    <CornerUpLeft className="size-4 shrink-0 text-muted" aria-hidden />
    <p className="min-w-0 flex-1 truncate">
      <span className="font-semibold">{quoted.name}</span> {oneLine(quoted.text)}
    </p>
    <IconButton
      label="Do not reply to this message"
      onClick={onCancel}
      className="size-8! pointer-coarse:size-10!"
    >
      <X aria-hidden />
    </IconButton>
  </section>
);
