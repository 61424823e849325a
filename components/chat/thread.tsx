"use client";

import ArrowDown from "lucide-react/icons/arrow-down";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/spinner";
import { ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { day, useTimeZone } from "@/components/workspace/time";
import { MessageView, type Rendered } from "./message";
import { OutgoingMessage } from "./outgoing-message";
import { RunningReply } from "./running-reply";
import { Stretch, stretchesOf } from "./stretch";
import type { Chat, Message } from "./thread-data";
import { useScroll } from "./use-scroll";
import type { ThreadActions } from "./use-thread";

/** The messages of a chat, those on their way and those being written. */
export function Thread({
  chat,
  thread,
  rendered,
  editing,
  onEdit,
  empty,
}: {
  chat: Chat;
  thread: ThreadActions;
  rendered: Record<number, Rendered>;
  editing: number | undefined;
  onEdit: (message: Message | undefined) => void;
  empty: ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const timeZone = useTimeZone();
  const [deleting, setDeleting] = useState<Message>();
  const { messages, runs, outgoing, hasOlder } = thread;
  const older = useOlder(thread);
  const { isAtEnd, toEnd } = useScroll(scroller, older.load);
  const answered = new Set(runs.map((run) => run.user_message_id));
  // While a reply is written again, the one that it replaces is away.
  const shown = messages.filter(
    ({ user_type, replying_to_message }) =>
      !(user_type === "assistant" && replying_to_message && answered.has(replying_to_message.id)),
  );
  const waiting = outgoing.length;
  useEffect(() => {
    if (waiting > 0) toEnd("instant");
  }, [waiting, toEnd]);

  const retry = useCallback(
    (message: Message) => {
      toEnd("instant");
      thread.retry(message).catch((error: Error) => toast(error.message));
    },
    [thread.retry, toast, toEnd],
  );
  const save = useCallback(
    async (message: Message, text: string) => {
      await thread.edit(message, text);
      onEdit(undefined);
      if (chat.virtual_assistant) retry(message);
    },
    [thread.edit, onEdit, chat.virtual_assistant, retry],
  );

  if (thread.error)
    return (
      <ErrorState
        what="The messages could not be read."
        reason={thread.error.message}
        retry={() => void thread.refresh()}
      />
    );
  const firstOfDay = firstsOfDays(shown, timeZone);
  const view = (message: Message) => (
    <div key={message.id} className="pb-4">
      {firstOfDay.has(message.id) && <DayMark>{firstOfDay.get(message.id)}</DayMark>}
      <MessageView
        message={message}
        rendered={rendered[message.id]}
        isEditing={editing === message.id}
        isAnswered={chat.virtual_assistant !== null}
        mayDelete={chat.my_role !== "member"}
        onRetry={retry}
        onEdit={onEdit}
        onSave={save}
        onDelete={setDeleting}
      />
    </div>
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
          {stretchesOf(shown).map(({ key, items }) => (
            <Stretch key={key}>{() => items.map(view)}</Stretch>
          ))}
          {outgoing.map((message) => (
            <div key={message.key} className="pb-4">
              <OutgoingMessage
                message={message}
                onRetry={() => thread.sendAgain(message.key)}
                onDiscard={() => thread.discard(message.key)}
              />
            </div>
          ))}
          {runs.map((run) => (
            <div key={run.streaming_task_id} className="pb-4">
              <RunningReply
                run={run}
                assistantId={chat.virtual_assistant?.id}
                onEnd={() => void thread.ended(run.streaming_task_id)}
              />
            </div>
          ))}
        </div>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          onClick={() => toEnd()}
          className="absolute bottom-3 left-1/2 inline-flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-float hover:bg-hover pointer-coarse:py-2.5"
        >
          <ArrowDown className="size-4" aria-hidden /> {runs.length > 0 ? "New text" : "To the end"}
        </button>
      )}
      <p role="status" className="sr-only">
        {runs.length > 0 ? "A reply is being written." : ""}
      </p>
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => thread.remove(deleting!)}
        title="Delete this message?"
        action="Delete"
      >
        It goes for everybody in this chat, and cannot be brought back.
      </ConfirmDialog>
    </div>
  );
}

/** The messages that a new day begins with, and the days. */
function firstsOfDays(messages: Message[], timeZone: string): Map<number, string> {
  const firsts = new Map<number, string>();
  let before: string | undefined;
  for (const { id, created_at } of messages) {
    const date = day(created_at, timeZone);
    if (before !== undefined && date !== before) firsts.set(id, date);
    before = date;
  }
  return firsts;
}

function useOlder({ hasOlder, loadOlder }: ThreadActions) {
  const [state, setState] = useState<{ isLoading: boolean; failure?: string }>({ isLoading: false });
  const isBusy = useRef(false);
  const current = useRef(loadOlder);
  current.current = loadOlder;
  const load = useCallback(() => {
    if (!hasOlder || isBusy.current) return;
    isBusy.current = true;
    setState({ isLoading: true });
    current
      .current()
      .then(
        () => setState({ isLoading: false }),
        (error: Error) => setState({ isLoading: false, failure: error.message }),
      )
      .finally(() => {
        isBusy.current = false;
      });
  }, [hasOlder]);
  return { ...state, load };
}

const OlderMark = ({ isLoading, failure, load }: ReturnType<typeof useOlder>) => (
  <div className="flex h-12 items-center justify-center gap-2 pb-4 text-sm text-muted">
    {isLoading ? (
      <Spinner label="Loading earlier messages" />
    ) : (
      <button type="button" onClick={load} className="rounded-lg px-3 py-1.5 hover:bg-hover hover:text-ink">
        {failure ? `${failure} Try again` : "Earlier messages"}
      </button>
    )}
  </div>
);

const DayMark = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-3 pt-2 pb-6 text-xs text-muted">
    <span className="h-px flex-1 bg-line" />
    {children}
    <span className="h-px flex-1 bg-line" />
  </p>
);
