"use client";

import { Suspense, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { ReplyFrame } from "@/components/chat/reply/reply-frame";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import type { ReplyRun } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { listFormat } from "@/lib/platform/words/translate";
import type { ReplyListener } from "./use-announcement";
import { useRun } from "./use-run";

const Reasoning = lazy(() =>
  import("@/components/chat/reply/reasoning").then((file) => ({ default: file.Reasoning })),
);
const Approval = lazy(() => import("./approval").then((file) => ({ default: file.Approval })));
const Plan = lazy(() => import("@/components/chat/reply/plan").then((file) => ({ default: file.Plan })));
const Steering = lazy(() => import("./steering").then((file) => ({ default: file.Steering })));
const ServerQuestion = lazy(() =>
  import("./server-question").then((file) => ({ default: file.ServerQuestion })),
);

const NAMELESS = { avatar: null, avatar_url: null };
// A run with this many steps is likely to continue, so pausing and steering are offered.
const MANY_STEPS = 3;

export function RunningReply({
  run,
  assistant,
  isMine,
  onWriting,
  onEnd,
}: {
  run: ReplyRun;
  assistant: Chat["virtual_assistant"];
  isMine: boolean;
  onWriting: ReplyListener;
  onEnd: () => void;
}) {
  const t = useTranslations("chatReplies");
  const people = usePeople();
  const state = useRun(run.streaming_task_id, onEnd);
  const ids = run.virtual_assistant_ids.length > 0 ? run.virtual_assistant_ids : [assistant?.id];
  const known = [...people.assistants, ...(assistant ? [assistant] : [])];
  // New assistants and those that the reader may not use aren't in the list.
  const repliers = ids.map(
    (id) => known.find((one) => one.id === id) ?? { ...NAMELESS, name: t("assistant") },
  );
  const names = listFormat(t.locale, { style: "narrow" }).format(repliers.map(({ name }) => name));
  const text = state?.text ?? "";
  const question = run.user_message_id;
  const isAsking = (state?.approvals.length ?? 0) + (state?.questions.length ?? 0) > 0;
  useEffect(() => onWriting(question, names, text), [onWriting, question, names, text]);
  return (
    <article aria-label={t("replyInProgress")} aria-busy="true">
      <ReplyFrame name={names} emoji={repliers[0]?.avatar} url={repliers[0]?.avatar_url}>
        {state?.plan && (
          <Suspense>
            <Plan steps={state.plan} isRunning />
          </Suspense>
        )}
        {state && state.reasoning_steps.length > 0 && (
          <Suspense>
            <Reasoning steps={state.reasoning_steps} isRunning={text === ""} />
          </Suspense>
        )}
        {text && <Markdown text={text} />}
        {state?.approvals.map((question) => (
          <Suspense key={question.id}>
            <Approval runId={run.streaming_task_id} question={question} />
          </Suspense>
        ))}
        {state?.questions.map((question) => (
          <Suspense key={question.id}>
            <ServerQuestion runId={run.streaming_task_id} question={question} />
          </Suspense>
        ))}
        {!state?.finished && !isAsking && state?.pause !== "paused" && (
          <Waiting isReconnecting={state?.isReconnecting ?? false} hasText={text !== ""} />
        )}
        {state && (state.plan || state.pause || state.reasoning_steps.length >= MANY_STEPS) && (
          <Suspense>
            <Steering runId={run.streaming_task_id} state={state} isMine={isMine} />
          </Suspense>
        )}
      </ReplyFrame>
    </article>
  );
}

export function Waiting({ isReconnecting, hasText }: { isReconnecting: boolean; hasText: boolean }) {
  const t = useTranslations("chatReplies");
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (isReconnecting) return <p className="mt-1 text-sm text-muted">{t("reconnecting")}</p>;
  if (hasText)
    return <span aria-hidden className="mt-2 inline-block size-2.5 animate-pulse rounded-full bg-accent" />;
  return (
    <p className="animate-pulse text-muted">{seconds >= 3 ? t("thinkingFor", { seconds }) : t("thinking")}</p>
  );
}
