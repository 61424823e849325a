"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Chat } from "@/components/data/chats";
import { type ChatContext, contextQuery, type NextMessageContext } from "@/components/data/context";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Popover } from "@/components/ui/popover";
import { QueryBoundary } from "@/components/ui/read";
import { call } from "@/lib/api/client";
import { numberFormat } from "@/lib/platform/words/translate";
import { contextApi } from "@/lib/replies/context/operations";
import { getTone, getUsedShare } from "./context-share";

type ContextDetailsProps = { chat: Chat; anchor: HTMLElement; onClose: () => void };

export function ContextDetails({ chat, anchor, onClose }: ContextDetailsProps) {
  const t = useTranslations("chatContext");
  const query = useQuery(contextQuery(chat.uuid));
  return (
    <Popover label={t("context")} anchor={anchor} onClose={onClose}>
      <div className="overflow-y-auto p-4">
        <h2 className="text-sm font-semibold">{t("context")}</h2>
        <QueryBoundary query={query} loading={t("loading")} className="mt-3 h-40">
          {(context) => (
            <>
              {context.next_message && <NextMessage next={context.next_message} />}
              {context.usage && <ChatUse usage={context.usage} />}
              <Compaction chat={chat.uuid} context={context} />
            </>
          )}
        </QueryBoundary>
      </div>
    </Popover>
  );
}

function NextMessage({ next }: { next: NextMessageContext }) {
  const t = useTranslations("chatContext");
  const { model, window_tokens: windowTokens, limit_tokens: limit, used_tokens: used } = next;
  const format = (tokens: number) => numberFormat(t.locale).format(tokens);
  const share = getUsedShare(next);
  const parts = [
    ["instructions", next.parts.instructions],
    ["memories", next.parts.memories],
    ["notes", next.parts.notes],
    ["summary", next.parts.summary],
    ["files", next.parts.files],
    ["messages", next.parts.messages],
    ["answer", next.parts.answer],
  ] as const;
  return (
    <>
      <p className="mt-1 tabular-nums">{t("usedOf", { used: format(used), limit: format(limit) })}</p>
      <div className={cx("mt-2 h-1.5 overflow-hidden rounded-full bg-sunken", getTone(share))} aria-hidden>
        <div
          className="h-full rounded-full bg-current forced-colors:bg-[CanvasText]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <dl className="mt-3">
        {parts.map(
          ([part, tokens]) =>
            tokens > 0 && (
              <div key={part} className="flex justify-between gap-4 py-0.5">
                <dt className="text-muted">{t(`part_${part}`)}</dt>
                <dd className="tabular-nums">{format(tokens)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="mt-3 text-xs text-muted wrap-anywhere">
        {windowTokens === null
          ? t("windowUnknown", { model: model.label, limit: format(limit) })
          : t(windowTokens > limit ? "windowLarger" : "window", {
              model: model.label,
              tokens: format(windowTokens),
              limit: format(limit),
            })}{" "}
        {t("estimated")}
      </p>
      {next.has_left_out && (
        <p role="status" className="mt-3 text-danger">
          {t("leftOut")}
        </p>
      )}
    </>
  );
}

function ChatUse({ usage }: { usage: NonNullable<ChatContext["usage"]> }) {
  const t = useTranslations("chatContext");
  const format = (value: number) => numberFormat(t.locale).format(value);
  const rows = [
    [t("inputTokens"), format(usage.input_tokens)],
    [t("outputTokens"), format(usage.output_tokens)],
    ...(usage.cost === null
      ? []
      : [[t("cost"), numberFormat(t.locale, { maximumFractionDigits: 4 }).format(usage.cost)]]),
  ];
  return (
    <section aria-label={t("soFar")} className="mt-4 border-t pt-3">
      <h3 className="text-xs font-medium text-muted">{t("soFar")}</h3>
      <dl className="mt-1">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-0.5">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Compaction({ chat, context }: { chat: string; context: ChatContext }) {
  const t = useTranslations("chatContext");
  const problem = useProblem();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (operation: "compactChat" | "undoCompaction") =>
      call(contextApi[operation], { params: { chat_id: chat } }),
    onSuccess: (answer) => client.setQueryData(contextQuery(chat).queryKey, answer),
  });
  const { compaction, compactable_messages: count } = context;
  if (count === 0 && !compaction) return null;
  const isRunning = compaction?.state === "running";
  return (
    <section aria-label={t("compact")} className="mt-4 border-t pt-3">
      <div role="status">
        {isRunning && (
          <>
            <p>{t("compacting", { done: compaction.done_messages, total: compaction.total_messages })}</p>
            <progress
              aria-label={t("compact")}
              className="mt-2 h-1.5 w-full accent-accent"
              value={compaction.done_messages || undefined}
              max={compaction.total_messages}
            />
          </>
        )}
        {compaction?.error && <p className="text-danger">{t(`failed_${compaction.error}`)}</p>}
      </div>
      {!isRunning && count > 0 && <p className="text-muted">{t("compactHelp", { count })}</p>}
      {change.error && (
        <p role="alert" className="mt-2 text-danger">
          {problem(change.error)}
        </p>
      )}
      <div className="mt-3 flex gap-2">
        {isRunning ? (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate("undoCompaction")}>
            {t("cancel")}
          </Button>
        ) : (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate("compactChat")}>
            {t(compaction ? "tryAgain" : "compact")}
          </Button>
        )}
      </div>
    </section>
  );
}
