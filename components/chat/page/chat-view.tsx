"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { lazy } from "@/components/browser/lazy";
import { CanvasOpener } from "@/components/chat/canvas/canvas-opener";
import { useCompared } from "@/components/chat/compare/use-compared";
import { MemberNames } from "@/components/chat/message/members";
import type { Rendered } from "@/components/chat/message/message";
import { Thread } from "@/components/chat/thread/thread";
import { useMarkRead } from "@/components/chat/thread/use-mark-read";
import { type Chat, chatQuery } from "@/components/data/chats";
import { useFiles } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import { useThread } from "@/components/live/use-thread";
import { DropZone } from "@/components/ui/drop-zone";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { ChatComposer } from "./chat-composer";
import { ChatHeader } from "./chat-header";
import { SidePane, useSidePane } from "./side-pane";
import { wasLeft } from "./temporary";
import { useEditing } from "./use-editing";
import { usePrinting } from "./use-printing";
import { useReplying } from "./use-replying";

const TaskUpdate = lazy(() =>
  import("@/components/automation/tasks/task-update").then((file) => ({ default: file.TaskUpdate })),
);

const TemporaryNotice = lazy(() =>
  import("./temporary-notice").then((file) => ({ default: file.TemporaryNotice })),
);

const SavedReplies = lazy(() =>
  import("@/components/public-chat/inbox/saved-replies").then((file) => ({ default: file.SavedReplies })),
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
  // Redirects from a temporary chat that was deleted when it was left; Back or a reload can lead to it.
  useEffect(() => {
    if (isLeft) router.replace("/");
  }, [isLeft, router]);
  return isLeft ? null : <OpenChat {...props} />;
}

function OpenChat({ uuid, rendered }: ChatViewProps) {
  const t = useTranslations("composer");
  const { data: chat } = useQuery(chatQuery(uuid));
  const thread = useThread(uuid);
  const files = useFiles();
  const writing = useRef<HTMLTextAreaElement>(null);
  const editing = useEditing(uuid, thread, writing);
  const replying = useReplying(writing);
  const compared = useCompared(writing);
  const [inserting, setInserting] = useState<(text: string) => void>();
  useMarkRead(uuid, thread.messages.at(-1)?.id, chat?.unread_count);
  usePrinting(uuid);
  const side = useSidePane(chat);
  if (!chat) return null;
  return (
    <div className="flex h-full min-h-0">
      <DropZone onDrop={files.add} says={t("dropFiles")} isWindow>
        <ChatHeader
          chat={chat}
          isPanelOpen={side.shown === "panel"}
          onPanel={() => side.toggle("panel")}
          isCanvasOpen={side.shown === "canvas"}
          onCanvas={() => side.toggle("canvas")}
          onCompare={compared.begin}
        />
        <Notices chat={chat} />
        <MemberNames chat={chat}>
          <CanvasOpener chat={chat} onOpen={side.openPage}>
            <Thread
              chat={chat}
              thread={thread}
              rendered={rendered}
              editing={editing.editing}
              onEdit={editing.edit}
              onReply={replying.reply}
              empty={<Empty name={chat.virtual_assistant?.name} />}
            />
          </CanvasOpener>
        </MemberNames>
        <ChatComposer
          {...{ chat, thread, files, writing, compared, replying, editing }}
          onSavedReplies={(insert) => setInserting(() => insert)}
        />
      </DropZone>
      <Suspense>
        {inserting && <SavedReplies onInsert={inserting} onClose={() => setInserting(undefined)} />}
      </Suspense>
      <SidePane chat={chat} side={side} />
    </div>
  );
}

const Notices = ({ chat }: { chat: Chat }) => (
  <>
    {chat.is_visitor && (
      <Suspense fallback={<div className="h-12 shrink-0 border-b" aria-hidden />}>
        <VisitorBar chat={chat} />
      </Suspense>
    )}
    {chat.temp && (
      <StableSuspense fallback={<div className="h-12 shrink-0 border-b" aria-hidden />}>
        <TemporaryNotice chat={chat} />
      </StableSuspense>
    )}
    {hasNewerTask(chat) && (
      <Suspense>
        <TaskUpdate chat={chat} />
      </Suspense>
    )}
  </>
);

const hasNewerTask = ({ source_task: task }: Chat) =>
  task !== null && task.latest_version_number > task.version_number;

function Empty({ name }: { name: string | undefined }) {
  const t = useTranslations("chat");
  return (
    <div className="py-10 text-center">
      <p className="text-title">{t("emptyTitle")}</p>
      <p className="mt-2 text-muted">{name ? t("emptyAssistant", { name }) : t("emptyNoAssistant")}</p>
    </div>
  );
}
