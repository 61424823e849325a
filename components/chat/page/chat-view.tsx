"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { lazy } from "@/components/browser/lazy";
import { CanvasOpener } from "@/components/chat/canvas/canvas-opener";
import { useCompared } from "@/components/chat/compare/use-compared";
import { Composer } from "@/components/chat/composer/composer";
import { MemberNames } from "@/components/chat/message/members";
import type { Rendered } from "@/components/chat/message/message";
import type { Quoted } from "@/components/chat/message/quote";
import { Thread } from "@/components/chat/thread/thread";
import { Typing, useTellTyping } from "@/components/chat/thread/typing";
import { useMarkRead } from "@/components/chat/thread/use-mark-read";
import { getCurrentReading, onReading } from "@/components/chat/voice/read-aloud";
import { type Chat, chatQuery } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useFiles } from "@/components/data/use-files";
import { useWords } from "@/components/i18n/words";
import { useThread } from "@/components/live/use-thread";
import { DropZone } from "@/components/ui/drop-zone";
import { keepToastsAbove, useToast } from "@/components/ui/toast";
import { useInHistory } from "@/components/ui/use-in-history";
import type { Translate } from "@/lib/platform/words/translate";
import { ChatHeader } from "./chat-header";
import { wasLeft } from "./temporary";
import { usePrinting } from "./use-printing";

// The side panes are loaded when they are first opened.
const CanvasPane = lazy(() =>
  import("@/components/chat/canvas/canvas-pane").then((file) => ({ default: file.CanvasPane })),
);
const ChatPanel = lazy(() =>
  import("@/components/chat/panel/chat-panel").then((file) => ({ default: file.ChatPanel })),
);
const TaskUpdate = lazy(() =>
  import("@/components/automation/tasks/task-update").then((file) => ({ default: file.TaskUpdate })),
);

const TemporaryNotice = lazy(() =>
  import("./temporary-notice").then((file) => ({ default: file.TemporaryNotice })),
);
const NoAssistant = lazy(() => import("./no-assistant").then((file) => ({ default: file.NoAssistant })));
const Compare = lazy(() =>
  import("@/components/chat/compare/compare").then((file) => ({ default: file.Compare })),
);
const ReplyingTo = lazy(() =>
  import("@/components/chat/message/replying-to").then((file) => ({ default: file.ReplyingTo })),
);
const HandsFree = lazy(() =>
  import("@/components/chat/voice/hands-free").then((file) => ({ default: file.HandsFree })),
);
const ReadingBar = lazy(() =>
  import("@/components/chat/voice/reading-bar").then((file) => ({ default: file.ReadingBar })),
);
const Queued = lazy(() =>
  import("@/components/chat/thread/queued").then((file) => ({ default: file.Queued })),
);

const SavedReplies = lazy(() =>
  import("@/components/public-chat/inbox/saved-replies").then((file) => ({
    default: file.SavedReplies,
  })),
);
const SavedRepliesButton = lazy(() =>
  import("@/components/public-chat/inbox/saved-replies-button").then((file) => ({
    default: file.SavedRepliesButton,
  })),
);
const VisitorBar = lazy(() =>
  import("@/components/public-chat/inbox/visitor-bar").then((file) => ({ default: file.VisitorBar })),
);

type ChatViewProps = { uuid: string; rendered: Record<number, Rendered> };
const never = () => () => {};

export function ChatView(props: ChatViewProps) {
  const router = useRouter();
  const isLeft = useSyncExternalStore(
    never,
    () => wasLeft(props.uuid),
    () => false,
  );
  // Back or a reload can lead to a temporary chat that was already deleted.
  useEffect(() => {
    if (isLeft) router.replace("/");
  }, [isLeft, router]);
  return isLeft ? null : <OpenChat {...props} />;
}

function OpenChat({ uuid, rendered }: ChatViewProps) {
  const t = useWords("composer");
  const { data: chat } = useQuery(chatQuery(uuid));
  const thread = useThread(uuid);
  const { me } = usePeople();
  const toast = useToast();
  const files = useFiles();
  const [editing, setEditing] = useState<number>();
  // The newest own message when ArrowUp asked for the one that was being sent; 0 without one.
  const [editsAfter, setEditsAfter] = useState<number>();
  const side = useInHistory<"panel" | "canvas">();
  const [hasBegun, setHasBegun] = useState(false);
  const [canvasPage, setCanvasPage] = useState<number>();
  const [replying, setReplying] = useState<Quoted>();
  const writing = useRef<HTMLTextAreaElement>(null);
  const compared = useCompared(writing);
  const [inserting, setInserting] = useState<(text: string) => void>();
  const [isHandsFree, setHandsFree] = useState(false);
  const reading = useSyncExternalStore(onReading, getCurrentReading, () => undefined);
  useMarkRead(uuid, thread.messages.at(-1)?.id, chat?.unread_count);
  usePrinting(uuid);

  const edit = useCallback((message: Message | undefined) => {
    setEditing(message?.id);
    if (!message) writing.current?.focus();
  }, []);
  const reply = useCallback((quoted: Quoted | undefined) => {
    setReplying(quoted);
    writing.current?.focus();
  }, []);
  const openSide = side.open;
  const openPage = useCallback(
    (page: number) => {
      setCanvasPage(page);
      openSide("canvas");
    },
    [openSide],
  );
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === "Escape" && event.shiftKey) writing.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);

  const isOfVisitor = chat?.is_visitor === true;
  const hasOthers = (chat?.members_count ?? 1) > 1 || isOfVisitor;
  useOpenDetails(isOfVisitor, side.begin);
  const tellTyping = useTellTyping(uuid, hasOthers);
  if (!chat) return null;
  // Only on the first render, so that changing the setting doesn't open a pane.
  if (!hasBegun) {
    setHasBegun(true);
    if (chat.page_type !== "chat") side.begin(chat.page_type === "canvas" ? "canvas" : "panel");
  }
  const toggle = (what: "panel" | "canvas") => (side.shown === what ? side.close() : side.open(what));
  const [run] = thread.runs;
  const own = thread.messages.findLast(({ from_user_id }) => from_user_id === me.id);
  const { queued } = thread;
  // With other people in the chat, messages are never queued behind a reply.
  const isQueued = (!hasOthers && me.queuesMessages && run !== undefined) || queued.length > 0;
  const lastQueued = queued.findLast(({ voice }) => !voice);
  const isSending = thread.outgoing.some(({ failure }) => !failure);
  const editLast = () => {
    if (lastQueued) outbox.hold(uuid, lastQueued.key, true);
    else if (isSending) setEditsAfter(own?.id ?? 0);
    else if (own) edit(own);
  };
  // The message that was being sent when ArrowUp asked for it has its id now.
  if (editsAfter !== undefined && !isSending) {
    setEditsAfter(undefined);
    if (own && own.id !== editsAfter) setEditing(own.id);
  }
  const sendVoice = (voice: { translate: boolean; seconds: number }, file: File) => {
    const models = compared.take();
    thread.send({ text: "", files: [file], voice, replyingTo: replying, models, isQueued });
    setReplying(undefined);
  };
  const stop = () => {
    for (const { streaming_task_id } of thread.runs) thread.stop(streaming_task_id).catch(toast);
  };
  return (
    <div className="flex h-full min-h-0">
      <DropZone onDrop={files.add} says={t("dropFiles")}>
        <ChatHeader
          chat={chat}
          isPanelOpen={side.shown === "panel"}
          onPanel={() => toggle("panel")}
          isCanvasOpen={side.shown === "canvas"}
          onCanvas={() => toggle("canvas")}
          onCompare={compared.begin}
        />
        {chat.is_visitor && (
          <Suspense fallback={<div className="h-12 shrink-0 border-b" aria-hidden />}>
            <VisitorBar chat={chat} />
          </Suspense>
        )}
        {chat.temp && (
          <Suspense fallback={<div className="h-12 shrink-0 border-b" aria-hidden />}>
            <TemporaryNotice chat={chat} />
          </Suspense>
        )}
        {hasNewerTask(chat) && (
          <Suspense>
            <TaskUpdate chat={chat} />
          </Suspense>
        )}
        <MemberNames chat={chat}>
          <CanvasOpener chat={chat} onOpen={openPage}>
            <Thread
              chat={chat}
              thread={thread}
              rendered={rendered}
              editing={editing}
              onEdit={edit}
              onReply={reply}
              empty={<Empty name={chat.virtual_assistant?.name} />}
            />
          </CanvasOpener>
        </MemberNames>
        <div ref={keepToastsAbove} className="mx-auto w-full max-w-3xl px-3 safe-bottom md:px-6">
          {hasOthers && <Typing chat={uuid} />}
          {isHandsFree && (
            <Suspense fallback={<div className="h-16" />}>
              <HandsFree
                {...thread}
                onVoice={sendVoice}
                onInterrupt={stop}
                onClose={() => {
                  setHandsFree(false);
                  requestAnimationFrame(() => writing.current?.focus());
                }}
              />
            </Suspense>
          )}
          {!chat.virtual_assistant && !hasOthers && thread.messages.length > 0 && (
            <Suspense>
              <NoAssistant chat={chat} thread={thread} />
            </Suspense>
          )}
          {reading && !isHandsFree && (
            <Suspense>
              <ReadingBar reading={reading} />
            </Suspense>
          )}
          {queued.length > 0 && (
            <Suspense>
              <Queued messages={queued} onClose={() => writing.current?.focus()} />
            </Suspense>
          )}
          {compared.models && (
            <Suspense>
              <Compare models={compared.models} onChange={compared.change} />
            </Suspense>
          )}
          {replying && (
            <Suspense>
              <ReplyingTo quoted={replying} onCancel={() => reply(undefined)} />
            </Suspense>
          )}
          <Composer
            ref={writing}
            draftKey={uuid}
            placeholder={getPlaceholder(t, chat)}
            files={files}
            onSend={(sent) => {
              // An action produces a single reply, so no models are compared.
              const models = sent.action ? undefined : compared.take();
              thread.send({ ...sent, replyingTo: replying, models, isQueued });
              setReplying(undefined);
              tellTyping.sent();
            }}
            onVoice={sendVoice}
            onHandsFree={!isHandsFree && chat.virtual_assistant ? () => setHandsFree(true) : undefined}
            onType={() => {
              setEditsAfter(undefined);
              tellTyping.typed();
            }}
            onStop={run && stop}
            onEditLast={editLast}
            hasSavedReplies={isOfVisitor}
            chatId={chat.virtual_assistant ? chat.id : undefined}
            tools={
              isOfVisitor
                ? (insert) => (
                    <Suspense fallback={<div className="size-9" />}>
                      <SavedRepliesButton onClick={() => setInserting(() => insert)} />
                    </Suspense>
                  )
                : undefined
            }
          />
        </div>
      </DropZone>
      <Suspense>
        {inserting && <SavedReplies onInsert={inserting} onClose={() => setInserting(undefined)} />}
      </Suspense>
      <Suspense>
        {side.shown === "canvas" && (
          <CanvasPane chat={chat} page={canvasPage} onPage={setCanvasPage} onClose={side.close} />
        )}
        {side.shown === "panel" && (
          <ChatPanel
            chat={chat}
            tab={isOfVisitor ? "visitor" : chat.page_type === "documents" ? "documents" : "members"}
            onClose={side.close}
          />
        )}
      </Suspense>
    </div>
  );
}

function getPlaceholder(
  t: Translate<"composer">,
  { is_visitor, virtual_assistant: assistant }: Chat,
): string {
  if (is_visitor) return t("answerVisitor");
  return assistant ? t("messageTo", { name: assistant.name }) : t("writeMessage");
}

// Opens the visitor's details beside a conversation in the inbox where the window has room.
function useOpenDetails(isOfVisitor: boolean, begin: (what: "panel") => void): void {
  const isInInbox = usePathname().startsWith("/inbox/");
  useEffect(() => {
    if (isOfVisitor && isInInbox && window.matchMedia("(min-width: 90rem)").matches) begin("panel");
  }, [isOfVisitor, isInInbox, begin]);
}

const hasNewerTask = ({ source_task: task }: Chat) =>
  task !== null && task.latest_version_number > task.version_number;

function Empty({ name }: { name: string | undefined }) {
  const t = useWords("chat");
  return (
    <div className="py-10 text-center">
      <p className="text-title">{t("emptyTitle")}</p>
      <p className="mt-2 text-muted">{name ? t("emptyAssistant", { name }) : t("emptyNoAssistant")}</p>
    </div>
  );
}
