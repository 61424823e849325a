"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Composer } from "@/components/composer/composer";
import { DropZone } from "@/components/composer/drop-zone";
import { useFiles } from "@/components/composer/use-files";
import { type Chat, chatQuery } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { lazy } from "@/components/ui/lazy";
import { keepToastsAbove, useToast } from "@/components/ui/toast";
import { ChatHeader } from "./chat-header";
import { MemberNames } from "./members";
import type { Rendered } from "./message";
import { type Quoted, ReplyingTo } from "./quote";
import { Thread } from "./thread";
import { Typing, useTellTyping } from "./typing";
import { useMarkRead } from "./use-mark-read";
import { useThread } from "./use-thread";

// What stands beside the thread is loaded when it is opened.
const CanvasPane = lazy(() =>
  import("@/components/canvas/canvas-pane").then((file) => ({ default: file.CanvasPane })),
);
const ChatPanel = lazy(() =>
  import("@/components/chat-panel/chat-panel").then((file) => ({ default: file.ChatPanel })),
);
const TaskUpdate = lazy(() =>
  import("@/components/tasks/task-update").then((file) => ({ default: file.TaskUpdate })),
);

const VisitorBar = lazy(() =>
  import("@/components/public-staff/visitor-bar").then((file) => ({ default: file.VisitorBar })),
);

/** An open chat. `rendered` holds the messages that the server has rendered. */
export function ChatView({ uuid, rendered }: { uuid: string; rendered: Record<number, Rendered> }) {
  const { data: chat } = useQuery(chatQuery(uuid));
  const thread = useThread(uuid);
  const { me } = usePeople();
  const toast = useToast();
  const files = useFiles();
  const [editing, setEditing] = useState<number>();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [canvasOpen, setCanvasOpen] = useState<boolean>();
  const [replying, setReplying] = useState<Quoted>();
  const writing = useRef<HTMLTextAreaElement>(null);
  useMarkRead(uuid, thread.messages.at(-1)?.id, chat?.unread_count);

  const edit = useCallback((message: Message | undefined) => {
    setEditing(message?.id);
    if (!message) writing.current?.focus();
  }, []);
  const reply = useCallback((quoted: Quoted | undefined) => {
    setReplying(quoted);
    writing.current?.focus();
  }, []);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === "Escape" && event.shiftKey) writing.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, []);

  const hasOthers = (chat?.members_count ?? 1) > 1;
  const tellTyping = useTellTyping(uuid, hasOthers);
  if (!chat) return null;
  // Only at first: whoever changes the setting is not interrupted.
  if (canvasOpen === undefined) {
    setCanvasOpen(chat.page_type === "canvas");
    setPanelOpen(chat.page_type === "documents");
  }
  const isCanvasOpen = canvasOpen ?? false;
  const [run] = thread.runs;
  const own = thread.messages.findLast(({ from_user_id }) => from_user_id === me.id);
  const stop = () => {
    for (const { streaming_task_id } of thread.runs) thread.stop(streaming_task_id).catch(toast);
  };
  return (
    <div className="flex h-full min-h-0">
      <DropZone onDrop={files.add}>
        <ChatHeader
          chat={chat}
          isPanelOpen={isPanelOpen}
          onPanel={() => {
            setPanelOpen(!isPanelOpen);
            setCanvasOpen(false);
          }}
          isCanvasOpen={isCanvasOpen}
          onCanvas={() => {
            setCanvasOpen(!isCanvasOpen);
            setPanelOpen(false);
          }}
        />
        {chat.is_visitor && (
          <Suspense fallback={<div className="h-12 shrink-0 border-b" aria-hidden />}>
            <VisitorBar chat={chat} />
          </Suspense>
        )}
        {hasNewerTask(chat) && (
          <Suspense>
            <TaskUpdate chat={chat} />
          </Suspense>
        )}
        <MemberNames chat={chat}>
          <Thread
            chat={chat}
            thread={thread}
            rendered={rendered}
            editing={editing}
            onEdit={edit}
            onReply={reply}
            empty={<Empty name={chat.virtual_assistant?.name} />}
          />
        </MemberNames>
        <div ref={keepToastsAbove} className="mx-auto w-full max-w-3xl px-3 safe-bottom md:px-6">
          {hasOthers && <Typing chat={uuid} />}
          {replying && <ReplyingTo quoted={replying} onCancel={() => reply(undefined)} />}
          <Composer
            ref={writing}
            draftKey={uuid}
            placeholder={placeholderOf(chat)}
            files={files}
            onSend={(sent) => {
              thread.send({ ...sent, replyingTo: replying });
              setReplying(undefined);
              tellTyping.sent();
            }}
            onVoice={(voice, file) => {
              thread.send({ text: "", files: [file], voice, replyingTo: replying });
              setReplying(undefined);
            }}
            onType={tellTyping.typed}
            onStop={run && stop}
            onEditLast={own && (() => edit(own))}
          />
        </div>
      </DropZone>
      <Suspense>
        {isCanvasOpen && <CanvasPane chat={chat} onClose={() => setCanvasOpen(false)} />}
        {isPanelOpen && (
          <ChatPanel
            chat={chat}
            tab={chat.page_type === "documents" ? "documents" : "members"}
            onClose={() => setPanelOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function placeholderOf({ is_visitor, virtual_assistant: assistant }: Chat): string {
  if (is_visitor) return "Answer the visitor";
  return assistant ? `Message ${assistant.name}` : "Write a message";
}

const hasNewerTask = ({ source_task: task }: Chat) =>
  task !== null && task.latest_version_number > task.version_number;

const Empty = ({ name }: { name: string | undefined }) => (
  <div className="py-10 text-center">
    <p className="font-display text-2xl font-semibold">Nothing here yet</p>
    <p className="mt-2 text-muted">
      {name
        ? `Write something, and ${name} replies.`
        : "No assistant replies here unless you mention one with @."}
    </p>
  </div>
);
