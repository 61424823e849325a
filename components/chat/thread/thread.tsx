"use client";

import { useSearchParams } from "next/navigation";
import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { parseComparison } from "@/components/chat/compare/columns";
import type { Rendered } from "@/components/chat/message/message";
import { OutgoingMessage } from "@/components/chat/message/outgoing-message";
import type { Quoted } from "@/components/chat/message/quote";
import { useGetAuthor } from "@/components/chat/message/use-get-author";
import { useMessageActions } from "@/components/chat/message/use-message-actions";
import { openCitation } from "@/components/chat/reply/citations";
import { useAnnouncement } from "@/components/chat/streaming/use-announcement";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { isEvent, isOwn, type Message, type ReplyRun } from "@/components/data/thread";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import type { ThreadActions } from "@/components/live/use-thread";
import { MentionContext } from "@/components/markdown/nested";
import { ErrorState } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import type { Turn } from "@/lib/platform/thread/order";
import { AnchoredScroll } from "./anchored-scroll";
import { isContinuedNow } from "./continued";
import { useDeletions } from "./deletions";
import { OlderMark, useOlder } from "./older";
import { estimateHeight, groupIntoBlocks, VirtualizedBlock } from "./stretch";
import { ThreadEnd } from "./thread-end";
import { BranchMark, RunRow, type TurnThread, TurnView } from "./turn";
import { useJump } from "./use-jump";
import { useNewMessages } from "./use-new-messages";
import { useScroll } from "./use-scroll";
import { useTurnMarks, useTurns } from "./use-turns";

// Needed only in threads with unread messages or mentions.
const loadParts = () => import("./turn-parts");
const ToNew = lazy(() => loadParts().then((file) => ({ default: file.ToNew })));
const Mention = lazy(() => loadParts().then((file) => ({ default: file.Mention })));
const MentionCard = lazy(() => loadParts().then((file) => ({ default: file.MentionCard })));

type ThreadProps = {
  chat: Chat;
  thread: ThreadActions;
  rendered: Record<number, Rendered>;
  editing: number | undefined;
  onEdit: (message: Message | undefined) => void;
  onReply: (quoted: Quoted) => void;
  empty: ReactNode;
};

export function Thread({ chat, thread, rendered, editing, onEdit, onReply, empty }: ThreadProps) {
  const t = useTranslations("chat");
  const problem = useProblem();
  const scroller = useRef<HTMLDivElement>(null);
  const [mention, setMention] = useState<HTMLAnchorElement>();
  const { messages } = thread;
  const older = useOlder(thread);
  const { jump, isSeeking } = useJump(chat.uuid);
  const { hidden, ask } = useDeletions(thread.remove);
  const newMessages = useNewMessages(chat, messages);
  const { isAtEnd, toEnd } = useScroll(scroller, older.load);
  const grouped = useTurns(thread, hidden);
  const marks = useTurnMarks(chat, grouped.turns, {
    firstNewId: newMessages.firstId,
    runsTo: grouped.runsTo,
  });
  const announcement = useThreadAnnouncement(thread);
  const waiting = thread.outgoing.length;
  useEffect(() => {
    if (waiting > 0) toEnd();
  }, [waiting, toEnd]);
  const messageActions = useMessageActions(chat, thread, {
    editing,
    onEdit,
    onReply,
    onJump: jump,
    onDelete: ask,
  });
  useJumpToLinked(jump);

  if (thread.error)
    return (
      <ErrorState
        what={t("messagesFailed")}
        reason={problem(thread.error)}
        retry={() => void thread.refresh()}
      />
    );
  const { turns, last, runsTo, runsFromAfar, isWritingAtEnd } = grouped;
  const isEmpty = turns.length + thread.runs.length + waiting === 0;
  const lastReply = isWritingAtEnd || waiting > 0 ? undefined : last?.replies.at(-1);
  const { onWriting } = announcement;
  const onNewSeen = newMessages.seen;
  const within = { chat, thread, rendered, marks, editing, messageActions, lastReply, onWriting, onNewSeen };
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it handles clicks on links in the texts, which have their own keys */}
      <div
        ref={scroller}
        onClick={(event) => openMark(event, setMention)}
        role="log"
        aria-label={t("messages")}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="@container flex h-full flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain outline-offset-[-2px]"
      >
        <MentionContext value={Mention}>
          <div className={`mx-auto w-full max-w-3xl px-4 pb-8 md:px-6 ${isEmpty ? "my-auto" : "mb-auto"}`}>
            {thread.hasOlder && <OlderMark {...older} />}
            {isEmpty && !thread.isPending && empty}
            <Blocks {...{ turns, runsTo, within }} />
            {marks.firstOfBranch === undefined && (
              <div className="pt-6 empty:hidden">
                <BranchMark chat={chat} />
              </div>
            )}
            <OutgoingMessages thread={thread} last={isWritingAtEnd ? undefined : last} onJump={jump} />
            {runsFromAfar.map((run) => (
              <RunRow key={run.streaming_task_id} {...{ run, chat, thread, onWriting }} isMine={false} />
            ))}
          </div>
        </MentionContext>
      </div>
      <Suspense>
        {mention && <MentionCard anchor={mention} chat={chat} onClose={() => setMention(undefined)} />}
      </Suspense>
      <AnchoredScroll scroller={scroller} first={messages[0]?.id} />
      <UnseenMessages newMessages={newMessages} onJump={jump} />
      <ThreadEnd isInSight={isAtEnd} isWriting={isWritingAtEnd} onGo={toEnd} />
      <p role="status" className="sr-only">
        {isSeeking && t("findingMessage")}
      </p>
      <div ref={announcement.region} role="status" aria-atomic="false" className="sr-only" />
    </div>
  );
}

// Opens what a link in a text stands for. Delegated, because texts that the server rendered have no script.
function openMark(event: MouseEvent, onMention: (mention: HTMLAnchorElement) => void): void {
  const mark = (event.target as Element).closest<HTMLAnchorElement>("a.mention, a.citation");
  if (!mark) return;
  event.preventDefault();
  if (mark.matches(".mention")) onMention(mark);
  else openCitation(mark);
}

function useThreadAnnouncement(thread: ThreadActions) {
  const { me } = usePeople();
  const getAuthor = useGetAuthor();
  return useAnnouncement(thread, (message) =>
    isOwn(message, me.id) || isEvent(message) || parseComparison(message)
      ? undefined
      : getAuthor(message).name,
  );
}

// Opens the message that the address names.
function useJumpToLinked(jump: (id: number) => Promise<void>): void {
  const linkedId = Number(useSearchParams().get("message"));
  useEffect(() => {
    if (linkedId > 0) void jump(linkedId);
  }, [linkedId, jump]);
}

type BlocksProps = {
  turns: Turn<Message>[];
  runsTo: (id: number) => ReplyRun[];
  within: TurnThread;
};

function Blocks({ turns, runsTo, within }: BlocksProps) {
  const { messages, runs } = within.thread;
  // Turns loaded later, above the message that was first on opening, start as empty space outside the viewport.
  const opened = useRef<number>(undefined);
  opened.current ??= messages[0]?.id;
  const answered = new Set<number | undefined>(runs.map((run) => run.user_message_id));
  return groupIntoBlocks(turns).map(({ key, turns }) => (
    <VirtualizedBlock
      key={key}
      name={key}
      isBusy={turns.some(({ message }) => answered.has(message.id))}
      space={turns.at(-1)!.message.id < (opened.current ?? 0) ? estimateHeight(turns) : undefined}
    >
      {() =>
        turns.map((turn) => (
          <TurnView key={turn.message.id} turn={turn} runs={runsTo(turn.message.id)} within={within} />
        ))
      }
    </VirtualizedBlock>
  ));
}

type OutgoingMessagesProps = {
  thread: ThreadActions;
  /** The turn directly above these messages. */
  last: Turn<Message> | undefined;
  onJump: (id: number) => void;
};

function OutgoingMessages({ thread, last, onJump }: OutgoingMessagesProps) {
  const { me } = usePeople();
  const isContinued = last?.replies.length === 0 && isContinuedNow(last.message, me.id);
  return thread.outgoing.map((message, index) => (
    <div key={message.key} className={index > 0 || isContinued ? "pt-6" : "pt-8"}>
      <OutgoingMessage
        message={message}
        onJump={onJump}
        onRetry={(files) => thread.sendAgain(message.key, files)}
        onStop={() => thread.stopSending(message.key)}
        onDiscard={() => thread.discard(message.key)}
      />
    </div>
  ));
}

type UnseenMessagesProps = {
  newMessages: ReturnType<typeof useNewMessages>;
  onJump: (id: number) => Promise<void>;
};

function UnseenMessages({ newMessages: { unseen, seek, seen }, onJump }: UnseenMessagesProps) {
  const toast = useToast();
  const goToNew = async () => {
    seen();
    const id = await seek().catch((error: Error) => void toast(error));
    if (id !== undefined) await onJump(id);
  };
  return (
    unseen > 0 && (
      <Suspense>
        <ToNew count={unseen} onGo={() => void goToNew()} />
      </Suspense>
    )
  );
}
