"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, type ReactNode, Suspense } from "react";
import { getModelName } from "@/components/chat/chooser/choice";
import { linkCitations } from "@/components/chat/reply/citations";
import { listSourceNumbers, parseFailure } from "@/components/chat/reply/notes";
import { Reasoning } from "@/components/chat/reply/reasoning";
import { Sources } from "@/components/chat/reply/sources";
import { Waiting } from "@/components/chat/streaming/running-reply";
import { useRun } from "@/components/chat/streaming/use-run";
import {
  type Message,
  putMessage,
  type ReplyRun,
  refreshThread,
  removeMessage,
  removeRun,
} from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import type { ComparisonColumn } from "./columns";

// Same line length as in the thread.
const MAX_COLUMN_REM = 45;

type ComparisonProps = {
  chat: string;
  columns: ComparisonColumn[];
  onStop: (run: ReplyRun) => void;
  onEnd: (run: ReplyRun) => void;
  /** Requests a reply from the chat's own model after all compared ones failed. */
  onRetry: () => void;
};

export function Comparison({ chat, columns, onStop, onEnd, onRetry }: ComparisonProps) {
  const t = useTranslations("comparison");
  const keeping = useKeeping(chat, columns);
  const written = columns.filter(({ message }) => message !== undefined).length;
  const isOver = written === columns.length;
  const isLost = columns.every(({ message }) => message && parseFailure(message.extra));
  return (
    <section
      aria-label={t("replies", { count: columns.length })}
      style={
        { "--width": `max(100%, min(100cqw - 3rem, ${columns.length * MAX_COLUMN_REM}rem))` } as CSSProperties
      }
      className="pb-4 md:ms-[calc(50%-var(--width)/2)] md:w-(--width)"
    >
      <p role="status" className="sr-only">
        {written > 0 && t("haveReplied", { written, count: columns.length })}
      </p>
      <ul className="grid gap-3 pb-2 md:snap-x md:auto-cols-[minmax(18rem,1fr)] md:grid-flow-col md:overflow-x-auto">
        {columns.map((column) => (
          <Column key={column.position} {...{ column, keeping, onStop, onEnd }} />
        ))}
      </ul>
      {isLost ? (
        <Button size="small" onClick={onRetry}>
          {t("regenerate")}
        </Button>
      ) : (
        isOver && <p className="text-xs text-muted">{t("help")}</p>
      )}
    </section>
  );
}

// Continues the chat with one of the replies, and removes the others.
function useKeeping(chat: string, columns: ComparisonColumn[]) {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id }: Message) => call(messagesApi.keepReply, { params: { message_id: id } }),
    onSuccess: (reply) => {
      for (const { message, run } of columns) {
        if (run) removeRun(client, chat, run.streaming_task_id);
        if (message && message.id !== reply.id) removeMessage(client, chat, message.id);
      }
      putMessage(client, chat, reply, false);
      void refreshThread(client, chat);
      requestAnimationFrame(() => document.getElementById(`m-${reply.id}`)?.focus());
    },
    onError: toast,
  });
}

type ColumnProps = Pick<ComparisonProps, "onStop" | "onEnd"> & {
  column: ComparisonColumn;
  keeping: ReturnType<typeof useKeeping>;
};

function Column({ column: { model: id, message, run }, keeping, onStop, onEnd }: ColumnProps) {
  const t = useTranslations("comparison");
  const model = getModelName(id);
  const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
  return (
    <li
      id={message && `m-${message.id}`}
      data-id={message?.id}
      tabIndex={message && -1}
      className="flex min-w-0 snap-start flex-col rounded-xl border bg-surface outline-none data-marked:outline-2 data-marked:outline-accent data-marked:outline-solid"
    >
      <article aria-label={t("replyFrom", { model })} aria-busy={message === undefined} className="contents">
        <p className="truncate border-b px-4 py-2 text-sm font-semibold" title={model}>
          {model}
        </p>
        <div className="min-w-0 flex-1 px-4 py-3">
          {message ? <Said message={message} /> : run && <Writing run={run} onEnd={() => onEnd(run)} />}
        </div>
        <div className="flex justify-end border-t p-2 empty:hidden">
          {!message && run && (
            <Button size="small" onClick={() => onStop(run)}>
              <span>{t.rich("stop", { model, hidden })}</span>
            </Button>
          )}
          {message && !parseFailure(message.extra) && (
            <Button
              size="small"
              busy={keeping.isPending && keeping.variables?.id === message.id}
              disabled={keeping.isPending && keeping.variables?.id !== message.id}
              onClick={() => keeping.mutate(message)}
            >
              <span>{t.rich("continueWith", { model, hidden })}</span>
            </Button>
          )}
        </div>
      </article>
    </li>
  );
}

function Said({ message }: { message: Message }) {
  const t = useTranslations("comparison");
  const failure = parseFailure(message.extra);
  if (failure) return <p className="text-sm text-danger">{failure.message ?? t("replyFailed")}</p>;
  return (
    <>
      {message.reasoning_steps.length > 0 && <Reasoning steps={message.reasoning_steps} />}
      <Markdown text={linkCitations(message.message, message.id, message.extra)} />
      {listSourceNumbers(message.extra).length > 0 && <Sources message={message} />}
      {message.extra?.stopped === true && <p className="mt-1 text-sm text-muted">{t("stopped")}</p>}
    </>
  );
}

function Writing({ run, onEnd }: { run: ReplyRun; onEnd: () => void }) {
  const state = useRun(run.streaming_task_id, onEnd);
  const text = state?.text ?? "";
  return (
    <>
      {state && state.reasoning_steps.length > 0 && (
        <Reasoning steps={state.reasoning_steps} isRunning={text === ""} />
      )}
      {text && (
        <Suspense>
          <Markdown text={text} />
        </Suspense>
      )}
      {!state?.finished && <Waiting isReconnecting={state?.isReconnecting ?? false} hasText={text !== ""} />}
    </>
  );
}
