"use client";

import { useSearchParams } from "next/navigation";
import { Fragment, type ReactNode, Suspense, useEffect, useMemo, useRef } from "react";
import { lazy } from "@/components/browser/lazy";
import { type ComparisonColumn, parseComparison, toColumns } from "@/components/chat/compare/columns";
import { MessageView, type Rendered, useGetAuthor } from "@/components/chat/message/message";
import { OutgoingMessage } from "@/components/chat/message/outgoing-message";
import type { Quoted } from "@/components/chat/message/quote";
import { useMessageActions } from "@/components/chat/message/use-message-actions";
import { useAnnouncement } from "@/components/chat/streaming/use-announcement";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { getQuestionId, isEvent, isOwn, type Message, type ReplyRun } from "@/components/data/thread";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useWords } from "@/components/i18n/words";
import type { ThreadActions } from "@/components/live/use-thread";
import { AsWritten } from "@/components/markdown/as-written";
import { Boundary } from "@/components/ui/boundary";
import { ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { type Turn, toTurns } from "@/lib/platform/thread/order";
import { findContinued, isContinuedNow } from "./continued";
import { useDeletions } from "./deletions";
import { HoldPlace } from "./hold-place";
import { findFirstsOfDays, Mark } from "./marks";
import { OlderMark, useOlder } from "./older";
import { estimateHeight, groupIntoBlocks, Stretch } from "./stretch";
import { ThreadEnd } from "./thread-end";
import { useJump } from "./use-jump";
import { useNewMessages } from "./use-new-messages";
import { useScroll } from "./use-scroll";

const Comparison = lazy(() =>
  import("@/components/chat/compare/comparison").then((file) => ({ default: file.Comparison })),
);

const RunningReply = lazy(() =>
  import("@/components/chat/streaming/running-reply").then((file) => ({ default: file.RunningReply })),
);

// Needed only in threads with unread messages.
const NewMark = lazy(() => import("./new-marks").then((file) => ({ default: file.NewMark })));
const ToNew = lazy(() => import("./new-marks").then((file) => ({ default: file.ToNew })));

const BranchedFrom = lazy(() => import("./branch-marks").then((file) => ({ default: file.BranchedFrom })));
const Branches = lazy(() => import("./branch-marks").then((file) => ({ default: file.Branches })));

export function Thread({
  chat,
  thread,
  rendered,
  editing,
  onEdit,
  onReply,
  empty,
}: {
  chat: Chat;
  thread: ThreadActions;
  rendered: Record<number, Rendered>;
  editing: number | undefined;
  onEdit: (message: Message | undefined) => void;
  onReply: (quoted: Quoted) => void;
  empty: ReactNode;
}) {
  const t = useWords("chat");
  const problem = useProblem();
  const scroller = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const moments = useMoments();
  const { me } = usePeople();
  const { messages, runs, outgoing, hasOlder } = thread;
  const older = useOlder(thread);
  // Turns before the first loaded message start as empty space, since they are outside the viewport.
  const opened = useRef<number>(undefined);
  opened.current ??= messages[0]?.id;
  const { jump, isSeeking } = useJump(chat.uuid);
  const { hidden, ask } = useDeletions(thread.remove);
  const { firstId, unseen, seek, seen } = useNewMessages(chat, messages);
  const { isAtEnd, toEnd } = useScroll(scroller, older.load);
  const answered = new Set<number | undefined>(runs.map((run) => run.user_message_id));
  const turns = useMemo(() => {
    // A reply that is being regenerated is hidden.
    const replaced = new Set<number | undefined>(
      runs.flatMap((run) => (run.comparison ? [] : run.user_message_id)),
    );
    return toTurns(
      messages.filter((message) => !hidden.has(message.id) && !replaced.has(getQuestionId(message))),
      getQuestionId,
    );
  }, [messages, runs, hidden]);
  // Memoized: formatting the days of thousands of messages on each keystroke or token is too slow.
  const firstOfDay = useMemo(() => findFirstsOfDays(turns, moments), [turns, moments]);
  const runsTo = (id: number | undefined) => runs.filter((run) => run.user_message_id === id);
  const questions = new Set(turns.map(({ message }) => message.id));
  const runsFromAfar = runs.filter((run) => !questions.has(run.user_message_id));
  const last = turns.at(-1);
  const isWritingAtEnd = runsFromAfar.length + runsTo(last?.message.id).length > 0;
  const getAuthor = useGetAuthor();
  const announcement = useAnnouncement(thread, (message) =>
    isOwn(message, me.id) || isEvent(message) || parseComparison(message)
      ? undefined
      : getAuthor(message).name,
  );
  const waiting = outgoing.length;
  useEffect(() => {
    if (waiting > 0) toEnd();
  }, [waiting, toEnd]);

  const { actions, retry, isAnswered, isFollowed } = useMessageActions(chat, thread, {
    editing,
    onEdit,
    onReply,
    onJump: jump,
    onDelete: ask,
  });
  const wanted = Number(useSearchParams().get("message"));
  useEffect(() => {
    if (wanted > 0) void jump(wanted);
  }, [wanted, jump]);
  const toNew = async () => {
    seen();
    const id = await seek().catch((error: Error) => void toast(error));
    if (id !== undefined) await jump(id);
  };

  if (thread.error)
    return (
      <ErrorState
        what={t("messagesFailed")}
        reason={problem(thread.error)}
        retry={() => void thread.refresh()}
      />
    );
  const branchedAt = (id: number) => chat.branches.filter(({ message_id }) => message_id === id);
  // Messages written in the branch are newer than the branch.
  const firstOfBranch = turns.find(({ message }) => message.created_at >= chat.created_at)?.message.id;
  const branchedFrom = chat.branched_from && (
    <Suspense>
      <BranchedFrom from={chat.branched_from} />
    </Suspense>
  );
  const continued = findContinued(
    turns,
    (message, before) =>
      firstOfDay.has(message.id) ||
      [firstId, firstOfBranch].includes(message.id) ||
      runsTo(getQuestionId(before) ?? before.id).length > 0,
  );
  const lastReply = isWritingAtEnd || waiting > 0 ? undefined : last?.replies.at(-1);
  const view = (message: Message, isBelowQuestion: boolean) => (
    <div key={message.id} className={continued.has(message.id) ? "pt-6" : "pt-8"}>
      {message.id === firstOfBranch && branchedFrom}
      {firstOfDay.has(message.id) && <Mark>{firstOfDay.get(message.id)}</Mark>}
      {message.id === firstId && (
        <Suspense>
          <NewMark onSeen={seen} />
        </Suspense>
      )}
      <div
        id={`m-${message.id}`}
        data-id={message.id}
        tabIndex={-1}
        className="group/message relative rounded-xl outline-offset-4 outline-none data-marked:outline-2 data-marked:outline-accent data-marked:outline-solid"
      >
        <Boundary of={message} fallback={(id) => <AsWritten text={message.message} errorId={id} />}>
          <MessageView
            message={message}
            rendered={rendered[message.id]}
            isEditing={editing === message.id}
            isAnswered={isAnswered}
            isFollowed={isFollowed && editing === message.id}
            showsQuote={!isBelowQuestion}
            isContinued={continued.has(message.id)}
            isLastReply={message === lastReply}
            mayDelete={chat.my_role !== "member"}
            actions={actions}
          />
        </Boundary>
        {branchedAt(message.id).length > 0 && (
          <Suspense>
            <Branches branches={branchedAt(message.id)} isEnd={isOwn(message, me.id)} />
          </Suspense>
        )}
      </div>
    </div>
  );
  // The last reply reserves space for its actions, so that it doesn't move when it ends.
  const runView = (run: ReplyRun) => (
    <div key={run.streaming_task_id} className="pt-8 last:pb-9 pointer-coarse:last:pb-11">
      <Boundary fallback={(id) => <AsWritten text="" errorId={id} />}>
        <Suspense>
          <RunningReply
            run={run}
            assistant={chat.virtual_assistant}
            isMine={turns.some(({ message }) => message.id === run.user_message_id && isOwn(message, me.id))}
            onWriting={announcement.onWriting}
            onEnd={() => void thread.ended(run)}
          />
        </Suspense>
      </Boundary>
    </div>
  );
  const comparison = (message: Message, columns: ComparisonColumn[]) =>
    columns.length > 0 && (
      <div className="pt-8">
        <Suspense>
          <Comparison
            chat={chat.uuid}
            columns={columns}
            onStop={(run) => thread.stop(run.streaming_task_id).catch(toast)}
            onEnd={(run) => void thread.ended(run)}
            onRetry={() => retry(message)}
          />
        </Suspense>
      </div>
    );
  const turnView = ({ message, replies }: Turn<Message>) => (
    <Fragment key={message.id}>
      {view(message, false)}
      {replies.filter((reply) => !parseComparison(reply)).map((reply) => view(reply, true))}
      {comparison(message, toColumns(replies, runsTo(message.id)))}
      {runsTo(message.id)
        .filter((run) => !run.comparison)
        .map(runView)}
    </Fragment>
  );
  const goesOn = !isWritingAtEnd && last?.replies.length === 0 && isContinuedNow(last.message, me.id);
  const isEmpty = turns.length + runs.length + waiting === 0;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label={t("messages")}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="@container flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div className={`mx-auto w-full max-w-3xl px-4 pb-8 md:px-6 ${isEmpty ? "my-auto" : "mb-auto"}`}>
          {hasOlder && <OlderMark {...older} />}
          {isEmpty && !thread.isPending && empty}
          {groupIntoBlocks(turns).map(({ key, turns }) => (
            <Stretch
              key={key}
              name={key}
              isBusy={turns.some(({ message }) => answered.has(message.id))}
              space={turns.at(-1)!.message.id < (opened.current ?? 0) ? estimateHeight(turns) : undefined}
            >
              {() => turns.map(turnView)}
            </Stretch>
          ))}
          {firstOfBranch === undefined && <div className="pt-6 empty:hidden">{branchedFrom}</div>}
          {outgoing.map((message, index) => (
            <div key={message.key} className={index > 0 || goesOn ? "pt-6" : "pt-8"}>
              <OutgoingMessage
                message={message}
                onJump={jump}
                onRetry={(files) => thread.sendAgain(message.key, files)}
                onStop={() => thread.stopSending(message.key)}
                onDiscard={() => thread.discard(message.key)}
              />
            </div>
          ))}
          {runsFromAfar.map(runView)}
        </div>
      </div>
      <HoldPlace scroller={scroller} first={messages[0]?.id} />
      {unseen > 0 && (
        <Suspense>
          <ToNew count={unseen} onGo={() => void toNew()} />
        </Suspense>
      )}
      <ThreadEnd isInSight={isAtEnd} isWriting={isWritingAtEnd} onGo={toEnd} />
      <p role="status" className="sr-only">
        {isSeeking && t("findingMessage")}
      </p>
      <div ref={announcement.region} role="status" aria-atomic="false" className="sr-only" />
    </div>
  );
}
