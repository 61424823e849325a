"use client";

import { useTranslations } from "@/components/i18n/words";
import { stripMarkdown } from "@/components/markdown/plain";

const MAX_QUOTE_LENGTH = 200;
export const toOneLine = (text: string) => stripMarkdown(text, MAX_QUOTE_LENGTH);

export type Quoted = { id: number; name: string; text: string };

export function Quote({ quoted, onJump }: { quoted: Quoted; onJump: (id: number) => void }) {
  const t = useTranslations("chat");
  const text = toOneLine(quoted.text);
  return (
    <a
      href={`#m-${quoted.id}`}
      onClick={(event) => {
        event.preventDefault();
        onJump(quoted.id);
      }}
      aria-label={t("inReplyTo", { name: quoted.name, text })}
      className="mb-1 block max-w-full truncate border-line-strong border-s-2 ps-2 text-sm text-muted hover:text-ink pointer-coarse:py-1"
    >
      <span className="font-semibold">{quoted.name}</span> {text}
    </a>
  );
}
