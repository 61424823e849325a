"use client";

import Mic from "lucide-react/icons/mic";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Key } from "@/lib/platform/words/screens";
import { useHandsFree } from "./use-hands-free";
import type { ConversationTurn } from "./use-turn-detection";

type HandsFreeProps = Parameters<typeof useHandsFree>[0] & { onClose: () => void };

const states: Record<ConversationTurn, Key<"speech">> = {
  starting: "starting",
  listening: "listening",
  sending: "transcribing",
  thinking: "thinking",
  speaking: "speaking",
  resting: "resting",
  failed: "failed",
};
const actions = {
  listening: "sendNow",
  speaking: "interrupt",
  thinking: "interrupt",
  resting: "listen",
  failed: "listen",
  starting: undefined,
  sending: undefined,
} as const;

export function HandsFree({ onClose, ...conversation }: HandsFreeProps) {
  const t = useTranslations("speech");
  const ofVoice = useTranslations("voice");
  const { turn, problem, level, listen, send, interrupt } = useHandsFree(conversation);
  const button = useRef<HTMLButtonElement>(null);
  const action = actions[turn];
  const run = { sendNow: () => void send(), interrupt, listen };
  const isBusy = action === undefined;
  useEffect(() => {
    if (!isBusy) button.current?.focus();
  }, [isBusy]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    onClose();
  };
  return (
    <section
      aria-label={t("handsFree")}
      onKeyDown={onKeyDown}
      className="flex items-center gap-3 rounded-2xl border border-line-strong bg-surface px-4 py-3 shadow-rest"
    >
      <span
        aria-hidden
        style={{ transform: turn === "listening" ? `scale(${1 + level / 2})` : undefined }}
        className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full motion-safe:transition-transform ${
          turn === "listening" ? "bg-accent text-on-accent" : "bg-hover text-muted"
        }`}
      >
        {turn === "sending" || turn === "thinking" ? <Spinner /> : <Mic className="size-5" />}
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <p role="status">{t(states[turn])}</p>
        {problem && (
          <p role="alert" className="text-muted">
            {ofVoice(problem)}
          </p>
        )}
      </div>
      {action && (
        <Button ref={button} size="small" onClick={() => run[action]()}>
          {t(action)}
        </Button>
      )}
      <IconButton label={t("end")} onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
