"use client";

import ArrowUp from "lucide-react/icons/arrow-up";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Square from "lucide-react/icons/square";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useIsSendKey } from "@/components/chat/composer/send-keys";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import type { AssistantDraft } from "./draft";
import { type TrialTurn, useTrial } from "./use-trial";

type TryAssistantProps = { draft: AssistantDraft; id: number | undefined };

export function TryAssistant({ draft, id }: TryAssistantProps) {
  const t = useTranslations("assistants");
  const { turns, isBusy, ask, stop, startOver } = useTrial(draft, id);
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Scrolls only its own frame, because `scrollIntoView` would also move the form.
    if (turns.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns]);

  return (
    <section
      aria-labelledby="try-title"
      className="flex h-[32rem] flex-col overflow-hidden rounded-xl border bg-surface lg:sticky lg:top-6"
    >
      <header className="flex items-center justify-between border-b border-line px-4 py-2.5">
        <h2 id="try-title" className="text-sm font-medium">
          {t("tryIt")}
        </h2>
        {turns.length > 0 && (
          <Button size="small" variant="quiet" onClick={startOver}>
            <RotateCcw className="size-3.5" aria-hidden /> {t("startOver")}
          </Button>
        )}
      </header>
      <div
        ref={log}
        role="log"
        aria-label={t("trial")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4 text-sm"
      >
        {turns.length === 0 && <p className="text-muted">{t("tryNow")}</p>}
        {turns.map((turn, index) => (
          <TurnView
            key={index}
            turn={turn}
            onRetry={() => void ask(turn.question)}
            isLast={index === turns.length - 1}
          />
        ))}
      </div>
      <QuestionForm isBusy={isBusy} onSend={(question) => void ask(question)} onStop={stop} />
    </section>
  );
}

type QuestionFormProps = { isBusy: boolean; onSend: (question: string) => void; onStop: () => void };

function QuestionForm({ isBusy, onSend, onStop }: QuestionFormProps) {
  const t = useTranslations("assistants");
  const isSendKey = useIsSendKey();
  const [text, setText] = useState("");
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    const question = text.trim();
    if (!question || isBusy) return;
    setText("");
    onSend(question);
  }

  return (
    <form onSubmit={send} className="flex items-end gap-2 border-t border-line p-2">
      <textarea
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isSendKey(event)) send(event);
        }}
        rows={1}
        aria-label={t("tryMessage")}
        placeholder={t("ask")}
        className="field-sizing-content max-h-32 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 text-base outline-offset-0 sm:text-sm"
      />
      {isBusy ? (
        <Button aria-label={t("stop")} variant="primary" onClick={onStop} className="w-10 px-0!">
          <Square className="size-3.5 fill-current" aria-hidden />
        </Button>
      ) : (
        <Button
          type="submit"
          aria-label={t("send")}
          variant="primary"
          disabled={text.trim() === ""}
          className="w-10 px-0!"
        >
          <ArrowUp className="size-4" aria-hidden />
        </Button>
      )}
    </form>
  );
}

function TurnView({ turn, isLast, onRetry }: { turn: TrialTurn; isLast: boolean; onRetry: () => void }) {
  const t = useTranslations("assistants");
  return (
    <>
      <p className="ms-8 w-fit max-w-full justify-self-end rounded-xl bg-sunken px-3 py-2 break-words whitespace-pre-wrap">
        {turn.question}
      </p>
      <div>
        {turn.reply && <p className="break-words whitespace-pre-wrap">{turn.reply}</p>}
        {turn.state === "waiting" && <p className="animate-pulse text-muted">{t("thinking")}</p>}
        {turn.state === "stopped" && <p className="mt-1 text-muted">{t("stopped")}</p>}
        {turn.state === "failed" && (
          <p role="alert" className="mt-1 text-danger">
            {turn.failure ?? t("replyFailed")}{" "}
            {isLast && (
              <button type="button" onClick={onRetry} className="underline underline-offset-2">
                {t("retry")}
              </button>
            )}
          </p>
        )}
      </div>
    </>
  );
}
