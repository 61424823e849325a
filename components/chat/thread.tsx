"use client";

import ArrowDown from "lucide-react/icons/arrow-down";
import { useSearchParams } from "next/navigation";
import { Fragment, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { isEvent, isOwn, type Message, PAGE, questionOf, type Run } from "@/components/data/thread";
import { Boundary } from "@/components/ui/boundary";
import { lazy } from "@/components/ui/lazy";
import { ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { day, useTimeZone } from "@/components/workspace/time";
import { type Turn, turnsOf } from "@/lib/platform/thread/order";
import { AsWritten } from "./as-written";
import { useDeletions } from "./deletions";
import { MessageView, type Rendered, useAuthorOf } from "./message";
import { NewMark, ToNew, useNewMessages } from "./new-messages";
import { OlderMark, useOlder } from "./older";
import { OutgoingMessage } from "./outgoing-message";
import type { Quoted } from "./quote";
import { useReact } from "./reactions";
import { Stretch, stretchesOf } from "./stretch";
import { useAnnouncement } from "./use-announcement";
import { useJump } from "./use-jump";
import { useScroll } from "./use-scroll";
import type { ThreadActions } from "./use-thread";

const RunningReply = lazy(() => import("./running-reply").then((file) => ({ default: file.RunningReply })));

// Needed where there is a page before the first one.
const HoldPlace = lazy(() => import("./hold-place").then((file) => ({ default: file.HoldPlace })));

/** The messages of a chat, those on their way and those being written. */
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
  const scroller = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const timeZone = useTimeZone();
  const { me } = usePeople();
  const { messages, runs, outgoing, hasOlder } = thread;
  const older = useOlder(thread);
  const { jump, isSeeking } = useJump(chat.uuid);
  const react = useReact(chat.uuid);
  const { hidden, ask } = useDeletions(thread.remove);
  const { firstId, unseen, seek, seen } = useNewMessages(chat, messages);
  const { isAtEnd, toEnd } = useScroll(scroller, older.load);
  const answered = new Set<number | undefined>(runs.map((run) => run.user_message_id));
  // While a reply is written again, the one that it replaces is away.
  const shown = messages.filter((message) => !hidden.has(message.id) && !answered.has(questionOf(message)));
  const turns = turnsOf(shown, questionOf);
  const runsTo = (id: number) => runs.filter((run) => run.user_message_id === id);
  const questions = new Set(turns.map(({ message }) => message.id));
  const runsFromAfar = runs.filter((run) => !questions.has(run.user_message_id));
  const last = turns.at(-1);
  const isWritingAtEnd = runsFromAfar.length > 0 || (last && runsTo(last.message.id).length > 0);
  const authorOf = useAuthorOf();
  const announcement = useAnnouncement(thread, (message) =>
    isOwn(message, me.id) || isEvent(message) ? undefined : authorOf(message).name,
  );
  const waiting = outgoing.length;
  useEffect(() => {
    if (waiting > 0) toEnd("instant");
  }, [waiting, toEnd]);

  const retry = useCallback(
    (message: Message) => {
      thread.retry(message).catch(toast);
    },
    [thread.retry, toast],
  );
  const save = useCallback(
    async (message: Message, text: string) => {
      await thread.edit(message, text);
      onEdit(undefined);
      if (chat.virtual_assistant) retry(message);
    },
    [thread.edit, onEdit, chat.virtual_assistant, retry],
  );

  const actions = useMemo(
    () => ({
      onReact: react,
      onReply,
      onJump: jump,
      onRetry: retry,
      onEdit,
      onSave: save,
      onDelete: ask,
    }),
    [react, onReply, jump, retry, onEdit, save, ask],
  );
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
        what="The messages could not be read."
        reason={thread.error.message}
        retry={() => void thread.refresh()}
      />
    );
  const firstOfDay = firstsOfDays(turns, timeZone);
  const view = (message: Message, isBelowQuestion: boolean) => (
    <div key={message.id} className="pb-4">
      {firstOfDay.has(message.id) && <DayMark>{firstOfDay.get(message.id)}</DayMark>}
      {message.id === firstId && <NewMark onSeen={seen} />}
      <div
        id={`m-${message.id}`}
        data-id={message.id}
        tabIndex={-1}
        className="rounded-xl outline-offset-4 outline-none data-marked:outline-2 data-marked:outline-accent data-marked:outline-solid"
      >
        <Boundary of={message} fallback={(id) => <AsWritten text={message.message} errorId={id} />}>
          <MessageView
            message={message}
            rendered={rendered[message.id]}
            isEditing={editing === message.id}
            isAnswered={chat.virtual_assistant !== null}
            showsQuote={!isBelowQuestion}
            mayDelete={chat.my_role !== "member"}
            actions={actions}
          />
        </Boundary>
      </div>
    </div>
  );
  const runView = (run: Run) => (
    <div key={run.streaming_task_id} className="pb-4">
      <Boundary fallback={(id) => <AsWritten text="" errorId={id} />}>
        <Suspense>
          <RunningReply
            run={run}
            assistantId={chat.virtual_assistant?.id}
            onEnd={() => void thread.ended(run)}
          />
        </Suspense>
      </Boundary>
    </div>
  );
  const turnView = ({ message, replies }: Turn<Message>) => (
    <Fragment key={message.id}>
      {view(message, false)}
      {replies.map((reply) => view(reply, true))}
      {runsTo(message.id).map(runView)}
    </Fragment>
  );
  const isEmpty = shown.length + runs.length + waiting === 0;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <div className={`mx-auto w-full max-w-3xl px-4 pt-6 pb-8 md:px-6 ${isEmpty ? "my-auto" : "mb-auto"}`}>
          {hasOlder && <OlderMark {...older} />}
          {isEmpty && !thread.isPending && empty}
          {stretchesOf(turns).map(({ key, turns }) => (
            <Stretch key={key} name={key} isBusy={turns.some(({ message }) => answered.has(message.id))}>
              {() => turns.map(turnView)}
            </Stretch>
          ))}
          {outgoing.map((message) => (
            <div key={message.key} className="pb-4">
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
      {messages.length >= PAGE && (
        <Suspense>
          <HoldPlace scroller={scroller} first={messages[0]?.id} />
        </Suspense>
      )}
      <ToNew count={unseen} onGo={() => void toNew()} />
      {!isAtEnd && (
        <button
          type="button"
          onClick={() => toEnd()}
          className="absolute bottom-3 left-1/2 inline-flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-float hover:bg-hover pointer-coarse:py-2.5"
        >
          <ArrowDown className="size-4" aria-hidden /> {isWritingAtEnd ? "New text" : "To the end"}
        </button>
      )}
      <p role="status" className="sr-only">
        {isSeeking ? "Looking for the message." : runs.length > 0 ? "A reply is being written." : ""}
      </p>
      <div role="status" className="sr-only">
        <p key={announcement.count} className="whitespace-pre-line">
          {announcement.text}
        </p>
      </div>
    </div>
  );
}

/** The messages that a new day begins with, and the days. Replies are of the day of their question. */
function firstsOfDays(turns: Turn<Message>[], timeZone: string): Map<number, string> {
  const firsts = new Map<number, string>();
  let before: string | undefined;
  for (const { message } of turns) {
    const date = day(message.created_at, timeZone);
    if (before !== undefined && date !== before) firsts.set(message.id, date);
    before = date;
  }
  return firsts;
}

const DayMark = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 pt-2 pb-6 text-xs text-muted">
    <span className="h-px flex-1 bg-line" />
    {children}
    <span className="h-px flex-1 bg-line" />
  </p>
);
