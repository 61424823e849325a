import { type RefObject, Suspense, useState, useSyncExternalStore } from "react";
import { lazy } from "@/components/browser/lazy";
import type { useCompared } from "@/components/chat/compare/use-compared";
import { Composer } from "@/components/chat/composer/composer";
import type { Draft } from "@/components/chat/composer/use-sending";
import { Typing, useSendTyping } from "@/components/chat/thread/typing";
import { getCurrentReading, onReading } from "@/components/chat/voice/read-aloud";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import type { ThreadActions } from "@/components/live/use-thread";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { keepToastsAbove, useToast } from "@/components/ui/toast";
import type { Translate } from "@/lib/platform/words/translate";
import type { Editing } from "./use-editing";
import type { Replying } from "./use-replying";

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
const ChatOptions = lazy(() => import("./chat-options").then((file) => ({ default: file.ChatOptions })));
const SavedRepliesButton = lazy(() =>
  import("@/components/public-chat/inbox/saved-replies-button").then((file) => ({
    default: file.SavedRepliesButton,
  })),
);

type ChatComposerProps = {
  chat: Chat;
  thread: ThreadActions;
  files: Files;
  writing: RefObject<HTMLTextAreaElement | null>;
  compared: ReturnType<typeof useCompared>;
  replying: Replying;
  editing: Editing;
  /** Opens the saved replies; `insert` puts one of them into the text. */
  onSavedReplies: (insert: (text: string) => void) => void;
};

export function ChatComposer(props: ChatComposerProps) {
  const { chat, thread, files, writing, editing, onSavedReplies } = props;
  const t = useTranslations("composer");
  const tellTyping = useSendTyping(chat.uuid, hasOthers(chat));
  const { send, sendVoice, stop } = useChatSending(props);
  const [isHandsFree, setHandsFree] = useState(false);
  return (
    <div ref={keepToastsAbove} className="mx-auto w-full max-w-3xl px-3 safe-bottom md:px-6">
      {hasOthers(chat) && <Typing chat={chat.uuid} />}
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
      <ConversationStates {...props} isHandsFree={isHandsFree} />
      <Composer
        ref={writing}
        draftKey={chat.uuid}
        placeholder={getPlaceholder(t, chat)}
        files={files}
        onSend={(message) => {
          send(message);
          tellTyping.sent();
        }}
        onVoice={sendVoice}
        onHandsFree={!isHandsFree && chat.virtual_assistant ? () => setHandsFree(true) : undefined}
        onType={() => {
          editing.cancelEditLast();
          tellTyping.typed();
        }}
        onStop={thread.runs[0] && stop}
        onEditLast={editing.editLast}
        hasSavedReplies={chat.is_visitor}
        chatId={chat.virtual_assistant ? chat.id : undefined}
        canAttachCollections={chat.virtual_assistant !== null && chat.my_role !== "member"}
        tools={(insert) => (
          <StableSuspense fallback={<div className="size-9" />}>
            {chat.is_visitor && <SavedRepliesButton onClick={() => onSavedReplies(insert)} />}
            {chat.virtual_assistant && (
              <ChatOptions
                chat={chat}
                version={
                  thread.runs[0] ? undefined : `${thread.messages.length} ${thread.messages.at(-1)?.id}`
                }
                assistantId={chat.virtual_assistant.id}
                canUseMemory={!hasOthers(chat) && !chat.temp}
              />
            )}
          </StableSuspense>
        )}
      />
    </div>
  );
}

const hasOthers = ({ members_count, is_visitor }: Chat): boolean => members_count > 1 || is_visitor;

function useChatSending({ chat, thread, compared, replying }: ChatComposerProps) {
  const { me } = usePeople();
  const toast = useToast();
  // With other people in the chat, messages are never queued behind a reply.
  const isQueued =
    (!hasOthers(chat) && me.queuesMessages && thread.runs.length > 0) || thread.queued.length > 0;
  return {
    send(message: Draft) {
      // An action produces a single reply, so no models are compared.
      const models = message.action ? undefined : compared.take();
      thread.send({ ...message, replyingTo: replying.quoted, models, isQueued });
      replying.end();
    },
    sendVoice(voice: { translate: boolean; seconds: number }, file: File) {
      const models = compared.take();
      thread.send({ text: "", files: [file], voice, replyingTo: replying.quoted, models, isQueued });
      replying.end();
    },
    stop() {
      for (const { streaming_task_id } of thread.runs) thread.stop(streaming_task_id).catch(toast);
    },
  };
}

type ConversationStatesProps = Pick<
  ChatComposerProps,
  "chat" | "thread" | "writing" | "compared" | "replying"
> & { isHandsFree: boolean };

function ConversationStates(props: ConversationStatesProps) {
  const { chat, thread, writing, compared, replying, isHandsFree } = props;
  const reading = useSyncExternalStore(onReading, getCurrentReading, () => undefined);
  return (
    <>
      {!chat.virtual_assistant && !hasOthers(chat) && thread.messages.length > 0 && (
        <StableSuspense>
          <NoAssistant chat={chat} thread={thread} />
        </StableSuspense>
      )}
      {reading && !isHandsFree && (
        <Suspense>
          <ReadingBar reading={reading} />
        </Suspense>
      )}
      {thread.queued.length > 0 && (
        <Suspense>
          <Queued messages={thread.queued} onClose={() => writing.current?.focus()} />
        </Suspense>
      )}
      {compared.models && (
        <Suspense>
          <Compare models={compared.models} onChange={compared.change} />
        </Suspense>
      )}
      {replying.quoted && (
        <Suspense>
          <ReplyingTo quoted={replying.quoted} onCancel={() => replying.reply(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function getPlaceholder(
  t: Translate<"composer">,
  { is_visitor, virtual_assistant: assistant }: Chat,
): string {
  if (is_visitor) return t("answerVisitor");
  return assistant ? t("messageTo", { name: assistant.name }) : t("writeMessage");
}
