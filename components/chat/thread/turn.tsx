import { type ReactNode, Suspense } from "react";
import { lazy } from "@/components/browser/lazy";
import { type ComparisonColumn, parseComparison, toColumns } from "@/components/chat/compare/columns";
import { MessageView, type Rendered } from "@/components/chat/message/message";
import type { useMessageActions } from "@/components/chat/message/use-message-actions";
import type { ReplyListener } from "@/components/chat/streaming/use-announcement";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { isOwn, type Message, type ReplyRun } from "@/components/data/thread";
import type { ThreadActions } from "@/components/live/use-thread";
import { AsWritten } from "@/components/markdown/as-written";
import { Boundary } from "@/components/ui/boundary";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { useToast } from "@/components/ui/toast";
import type { Turn } from "@/lib/platform/thread/order";
import { Mark } from "./marks";
import type { TurnMarks } from "./use-turns";

const Comparison = lazy(() =>
  import("@/components/chat/compare/comparison").then((file) => ({ default: file.Comparison })),
);

const RunningReply = lazy(() =>
  import("@/components/chat/streaming/running-reply").then((file) => ({ default: file.RunningReply })),
);

const loadParts = () => import("./turn-parts");
const NewMark = lazy(() => loadParts().then((file) => ({ default: file.NewMark })));
const SummaryMark = lazy(() => loadParts().then((file) => ({ default: file.SummaryMark })));
const FollowUps = lazy(() => loadParts().then((file) => ({ default: file.FollowUps })));
const BranchedFrom = lazy(() => loadParts().then((file) => ({ default: file.BranchedFrom })));
const Branches = lazy(() => loadParts().then((file) => ({ default: file.Branches })));

export type TurnThread = {
  chat: Chat;
  thread: ThreadActions;
  rendered: Record<number, Rendered>;
  marks: TurnMarks;
  editing: number | undefined;
  messageActions: ReturnType<typeof useMessageActions>;
  lastReply: Message | undefined;
  onWriting: ReplyListener;
  onNewSeen: () => void;
};

type TurnViewProps = { turn: Turn<Message>; runs: ReplyRun[]; within: TurnThread };

export function TurnView({ turn: { message, replies }, runs, within }: TurnViewProps) {
  const { chat, thread, rendered, marks, editing, messageActions, lastReply, onWriting, onNewSeen } = within;
  const { actions, retry, isAnswered, isFollowed } = messageActions;
  const { me } = usePeople();
  const row = (message: Message, isBelowQuestion: boolean) => (
    <MessageRow key={message.id} {...{ message, chat, marks, onNewSeen }}>
      <MessageView
        message={message}
        rendered={rendered[message.id]}
        isEditing={editing === message.id}
        isAnswered={isAnswered}
        isFollowed={isFollowed && editing === message.id}
        showsQuote={!isBelowQuestion}
        isContinued={marks.continued.has(message.id)}
        isLastReply={message === lastReply}
        canDelete={chat.my_role !== "member"}
        // A visitor has read the reply already.
        canEditReply={chat.my_role !== "member" && !chat.is_visitor}
        actions={actions}
      />
    </MessageRow>
  );
  const columns = toColumns(replies, runs);
  return (
    <>
      {row(message, false)}
      {replies.filter((reply) => !parseComparison(reply)).map((reply) => row(reply, true))}
      {!runs[0] && lastReply?.extra?.follow_ups !== undefined && replies.includes(lastReply) && (
        <Suspense>
          <FollowUps reply={lastReply} send={thread.send} />
        </Suspense>
      )}
      {columns.length > 0 && (
        <ComparisonRow chat={chat.uuid} {...{ columns, thread }} onRetry={() => retry(message)} />
      )}
      {runs
        .filter((run) => !run.comparison)
        .map((run) => (
          <RunRow
            key={run.streaming_task_id}
            {...{ run, chat, thread, onWriting }}
            isMine={isOwn(message, me.id)}
          />
        ))}
    </>
  );
}

type MessageRowProps = {
  message: Message;
  chat: Chat;
  marks: TurnMarks;
  onNewSeen: () => void;
  children: ReactNode;
};

function MessageRow({ message, chat, marks, onNewSeen, children }: MessageRowProps) {
  const { me } = usePeople();
  const branches = chat.branches.filter(({ message_id }) => message_id === message.id);
  return (
    <div className={marks.continued.has(message.id) ? "pt-6" : "pt-8"}>
      {message.id === marks.firstOfBranch && <BranchMark chat={chat} />}
      {marks.firstOfDay.has(message.id) && <Mark>{marks.firstOfDay.get(message.id)}</Mark>}
      {marks.summary && message.id === marks.firstAfterSummary && (
        <Suspense>
          <SummaryMark chat={chat} summary={marks.summary} />
        </Suspense>
      )}
      {message.id === marks.firstNewId && (
        <StableSuspense>
          <NewMark onSeen={onNewSeen} />
        </StableSuspense>
      )}
      <div
        id={`m-${message.id}`}
        data-id={message.id}
        tabIndex={-1}
        className="group/message relative rounded-xl outline-offset-4 outline-none data-marked:outline-2 data-marked:outline-accent data-marked:outline-solid"
      >
        <Boundary of={message} fallback={(id) => <AsWritten text={message.message} errorId={id} />}>
          {children}
        </Boundary>
        {branches.length > 0 && (
          <StableSuspense>
            <Branches branches={branches} isEnd={isOwn(message, me.id)} />
          </StableSuspense>
        )}
      </div>
    </div>
  );
}

export const BranchMark = ({ chat }: { chat: Chat }) =>
  chat.branched_from && (
    <StableSuspense>
      <BranchedFrom from={chat.branched_from} />
    </StableSuspense>
  );

type RunRowProps = {
  run: ReplyRun;
  chat: Chat;
  thread: ThreadActions;
  isMine: boolean;
  onWriting: ReplyListener;
};

// As the last row, a streaming reply reserves space for its actions, so that it doesn't move when it ends.
export const RunRow = ({ run, chat, thread, isMine, onWriting }: RunRowProps) => (
  <div className="pt-8 last:pb-9 pointer-coarse:last:pb-11">
    <Boundary fallback={(id) => <AsWritten text="" errorId={id} />}>
      <Suspense>
        <RunningReply
          run={run}
          assistant={chat.virtual_assistant}
          isMine={isMine}
          onWriting={onWriting}
          onEnd={() => void thread.ended(run)}
        />
      </Suspense>
    </Boundary>
  </div>
);

type ComparisonRowProps = {
  chat: string;
  columns: ComparisonColumn[];
  thread: ThreadActions;
  onRetry: () => void;
};

function ComparisonRow({ chat, columns, thread, onRetry }: ComparisonRowProps) {
  const toast = useToast();
  return (
    <div className="pt-8">
      <Suspense>
        <Comparison
          chat={chat}
          columns={columns}
          onStop={(run) => thread.stop(run.streaming_task_id).catch(toast)}
          onEnd={(run) => void thread.ended(run)}
          onRetry={onRetry}
        />
      </Suspense>
    </div>
  );
}
