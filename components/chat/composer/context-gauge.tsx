"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import { contextQuery } from "@/components/data/context";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { numberFormat } from "@/lib/platform/words/translate";
import { FULL_SHARE, getTone, getUsedShare } from "./context-share";

const ContextDetails = lazy(() =>
  import("./context-details").then((file) => ({ default: file.ContextDetails })),
);

// Readers of larger chats don't measure the context again with each message, but when they open the details.
const MAX_MEMBERS = 16;

type ContextGaugeProps = {
  chat: Chat;
  /** Changes when a message was added or removed. Undefined while a reply is written. */
  version: string | undefined;
};

/** Ring that shows how much of the context the next message uses. */
export function ContextGauge({ chat, version }: ContextGaugeProps) {
  const t = useTranslations("chatContext");
  const client = useQueryClient();
  const { data } = useQuery(contextQuery(chat.uuid));
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const loaded = useRef(version);
  useEffect(() => {
    if (version === undefined || version === loaded.current) return;
    loaded.current = version;
    const { queryKey } = contextQuery(chat.uuid);
    const refetchType = chat.members_count > MAX_MEMBERS ? "none" : "active";
    void client.invalidateQueries({ queryKey, refetchType });
  }, [client, chat.uuid, chat.members_count, version]);
  if (!data?.next_message) return null;
  const { next_message: next } = data;
  const share = getUsedShare(next);
  const percent = numberFormat(t.locale, { style: "percent" }).format(share);
  const label = t(share >= FULL_SHARE ? "gaugeFull" : "gauge", { share: percent });
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        onClick={() => setOpen(true)}
        className={cx(
          "inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-1.5 rounded-lg px-2 text-xs tabular-nums hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11",
          getTone(share),
        )}
      >
        <Ring share={share} />
        {share >= FULL_SHARE && <span className="font-medium max-sm:sr-only">{percent}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <ContextDetails chat={chat} anchor={button.current!} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const RADIUS = 7;
const LENGTH = 2 * Math.PI * RADIUS;

const Ring = ({ share }: { share: number }) => (
  <svg viewBox="0 0 18 18" className="size-4.5 -rotate-90" aria-hidden>
    <circle cx="9" cy="9" r={RADIUS} fill="none" strokeWidth="2.5" className="stroke-line-strong" />
    <circle
      cx="9"
      cy="9"
      r={RADIUS}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeDasharray={`${share * LENGTH} ${LENGTH}`}
    />
  </svg>
);
