"use client";

import { memo, type ReactNode, Suspense, useState } from "react";
import { findGuestName, parseMail } from "@/components/automation/inbound-mail/mail-of";
import { lazy } from "@/components/browser/lazy";
import { useAnswers } from "@/components/chat/reply/answers";
import { openCited, withCitations } from "@/components/chat/reply/citations";
import { useMadeFrom } from "@/components/chat/reply/made-from";
import { getImportSource, listSourceNumbers, parseFailure } from "@/components/chat/reply/notes";
import { OwnFrame, ReplyFrame } from "@/components/chat/reply/reply-frame";
import { findAssistant, usePeople } from "@/components/data/people";
import { getVersionIds, isEvent, isOwn, type Message } from "@/components/data/thread";
import { useMoments } from "@/components/i18n/time";
import { useWords } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { NestedMarkdown } from "@/components/markdown/nested";
import { useGetName } from "./members";
import { MessageMenu } from "./message-menu";
import { Quote } from "./quote";
import type { MessageActions } from "./use-message-actions";

const MessageEditor = lazy(() =>
  import("./message-editor").then((file) => ({ default: file.MessageEditor })),
);

const Pager = lazy(() => import("@/components/chat/reply/pager").then((file) => ({ default: file.Pager })));

const Files = lazy(() => import("./files").then((file) => ({ default: file.Files })));

const ReactionList = lazy(() => import("./reaction-list").then((file) => ({ default: file.ReactionList })));

const Reasoning = lazy(() =>
  import("@/components/chat/reply/reasoning").then((file) => ({ default: file.Reasoning })),
);

const Worked = lazy(() => import("@/components/chat/reply/plan").then((file) => ({ default: file.Worked })));

const Sources = lazy(() =>
  import("@/components/chat/reply/sources").then((file) => ({ default: file.Sources })),
);

const FailedReply = lazy(() =>
  import("@/components/chat/reply/failed-reply").then((file) => ({ default: file.FailedReply })),
);

const PassedOver = lazy(() =>
  import("@/components/chat/reply/passed-over").then((file) => ({ default: file.PassedOver })),
);

const ProposedMemory = lazy(() =>
  import("@/components/chat/reply/proposed-memory").then((file) => ({ default: file.ProposedMemory })),
);

const MailNote = lazy(() =>
  import("@/components/automation/inbound-mail/mail-note").then((file) => ({ default: file.MailNote })),
);

const RunActionOn = lazy(() =>
  import("@/components/automation/run-prompt/run-on").then((file) => ({ default: file.RunActionOn })),
);

/** Server-rendered node of a message, with the text that it was rendered from. */
export type Rendered = { text: string; node: ReactNode };

export type MessageProps = {
  message: Message;
  rendered: Rendered | undefined;
  isEditing: boolean;
  isAnswered: boolean;
  /** Others have written since, so a regenerated reply belongs in a branch. */
  isFollowed: boolean;
  showsQuote: boolean;
  isContinued: boolean;
  isLastReply: boolean;
  mayDelete: boolean;
  actions: MessageActions;
};

export const MessageView = memo(function MessageView({
  message,
  rendered,
  isEditing,
  isAnswered,
  isFollowed,
  showsQuote,
  isContinued,
  isLastReply,
  mayDelete,
  actions,
}: MessageProps) {
  const t = useWords("chat");
  const people = usePeople();
  const madeFrom = useMadeFrom(message);
  const getAuthor = useGetAuthor();
  const answers = useAnswers(message);
  const [isRunning, setIsRunning] = useState(false);
  const isOwnMessage = isOwn(message, people.me.id);
  const versions = getVersionIds(message);
  const isReply = message.user_type === "assistant";
  const failure = isReply ? parseFailure(message.extra) : undefined;
  const isLatest = answers.earlier === undefined;
  const text = answers.earlier ?? (failure && message.message === failure.message ? "" : message.message);
  const shown = isReply && isLatest ? withCitations(text, message.id, message.extra) : text;
  const body =
    shown &&
    (rendered?.text === shown ? (
      <NestedMarkdown value={Markdown}>{rendered.node}</NestedMarkdown>
    ) : (
      <Markdown text={shown} />
    ));
  if (isEvent(message)) {
    return <p className="text-center text-sm text-muted">{message.message}</p>;
  }
  const quoted = showsQuote ? message.replying_to_message : null;
  const quote = quoted && (
    <Quote quoted={{ id: quoted.id, name: quoted.full_name, text: quoted.message }} onJump={actions.onJump} />
  );
  const reactions = message.aggregated_reactions.length > 0 && (
    <Suspense>
      <ReactionList
        reactions={message.aggregated_reactions}
        onReact={(emoji) => actions.onReact(message, emoji)}
        isEnd={isOwnMessage}
      />
    </Suspense>
  );
  const author = getAuthor(message);
  const menu = (
    <MessageMenu
      text={text || message.message}
      address={`/chats/${message.chat_uuid}?message=${message.id}#m-${message.id}`}
      time={<Sent message={message} />}
      isFloating={!isLastReply}
      onReact={(emoji) => actions.onReact(message, emoji)}
      onReply={() => actions.onReply({ id: message.id, name: author.name, text: message.message })}
      onRetry={isReply || (isOwnMessage && isAnswered) ? () => actions.onRetry(message) : undefined}
      onEdit={isOwnMessage ? () => actions.onEdit(message) : undefined}
      onDelete={mayDelete || isOwnMessage ? () => actions.onDelete(message) : undefined}
      onMadeFrom={madeFrom?.open}
      onBranch={actions.onBranch && (() => actions.onBranch?.(message))}
      onRun={() => setIsRunning(true)}
      isReply={isReply}
      isOwn={isOwnMessage}
    />
  );
  const files =
    message.message_attachments?.length || message.extra?.unseen_pictures || message.extra?.unread_files ? (
      <Suspense>
        <Files message={message} />
      </Suspense>
    ) : null;
  const note = parseMail(message) && (
    <Suspense>
      <MailNote message={message} />
    </Suspense>
  );
  const running = isRunning && (
    <Suspense>
      <RunActionOn
        text={text || message.message}
        documents={message.message_attachments ?? []}
        onClose={() => setIsRunning(false)}
      />
    </Suspense>
  );
  if (isOwnMessage) {
    return (
      <article aria-label={t("yourMessage")}>
        {isEditing ? (
          <Suspense>
            <MessageEditor
              text={message.message}
              on={!isAnswered ? "save" : isFollowed ? "branch" : "regenerate"}
              onSave={(changed) => actions.onSave(message, changed)}
              onCancel={() => actions.onEdit(undefined)}
            />
          </Suspense>
        ) : (
          <>
            <OwnFrame>
              {quote}
              {body}
              {files}
              {note}
            </OwnFrame>
            {reactions}
            <div className="flex justify-end">
              {versions.length > 1 && (
                <Suspense>
                  <Pager
                    of="version"
                    at={versions.indexOf(message.id) + 1}
                    count={versions.length}
                    show={(to) => actions.onVersion(versions[to - 1]!)}
                  />
                </Suspense>
              )}
              {menu}
            </div>
            {running}
          </>
        )}
      </article>
    );
  }
  return (
    <article aria-label={author.name ? t("messageFrom", { name: author.name }) : t("message")}>
      <ReplyFrame name={author.name} emoji={author.avatar} url={author.avatar_url} isContinued={isContinued}>
        {quote}
        {isLatest && isReply && Boolean(message.extra?.plan ?? message.extra?.limit_reached) && (
          <Suspense>
            <Worked extra={message.extra} />
          </Suspense>
        )}
        {isLatest && message.reasoning_steps.length > 0 && (
          <Suspense>
            <Reasoning steps={message.reasoning_steps} />
          </Suspense>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it handles clicks on links in the text, which have their own keys */}
        <div onClick={openCited}>{body}</div>
        {isLatest && isReply && listSourceNumbers(message.extra).length > 0 && (
          <Suspense>
            <Sources message={message} />
          </Suspense>
        )}
        {files}
        {note}
        {isLatest && failure && (
          <Suspense>
            <FailedReply message={message} failure={failure} onRetry={() => actions.onRetry(message)} />
          </Suspense>
        )}
        {isLatest && message.extra?.stopped === true && (
          <p className="mt-1 text-sm text-muted">{t("stopped")}</p>
        )}
        {isLatest && isReply && Array.isArray(message.extra?.passed_over) && (
          <Suspense>
            <PassedOver message={message} onOpen={madeFrom?.open} />
          </Suspense>
        )}
        {isLatest && isReply && message.memory_id !== null && (
          <Suspense>
            <ProposedMemory message={message} />
          </Suspense>
        )}
        {reactions}
      </ReplyFrame>
      <div className="-ms-2 flex flex-wrap items-center gap-1 sm:ms-8">
        {answers.count > 1 && (
          <Suspense>
            <Pager of="answer" {...answers} />
          </Suspense>
        )}
        {menu}
      </div>
      {madeFrom?.dialog}
      {running}
    </article>
  );
});

export function useGetAuthor(): (message: Message) => {
  name: string;
  avatar: string | null;
  avatar_url: string | null;
} {
  const t = useWords("inboundMail");
  const people = usePeople();
  const getName = useGetName();
  return (message) => {
    if (message.user_type !== "assistant")
      return {
        name: findGuestName(message, t("visitor")) ?? getName(message.from_user_id),
        avatar: null,
        avatar_url: null,
      };
    const imported = message.from_virtual_assistant_id === null ? getImportSource(message.extra) : undefined;
    return imported
      ? { name: imported, avatar: null, avatar_url: null }
      : findAssistant(people, message.from_virtual_assistant_id);
  };
}

function Sent({ message }: { message: Message }) {
  const t = useWords("chat");
  const moments = useMoments();
  const time = moments.clock(message.created_at);
  return (
    <time
      dateTime={message.created_at}
      title={moments.fullTime(message.created_at)}
      className="min-w-0 truncate px-2 text-xs text-muted"
    >
      {message.edited ? t("edited", { time }) : time}
    </time>
  );
}
