"use client";

import { memo, type ReactNode, Suspense } from "react";
import { parseMail } from "@/components/automation/inbound-mail/mail-of";
import { lazy } from "@/components/browser/lazy";
import { useAnswers } from "@/components/chat/reply/answers";
import { linkCitations } from "@/components/chat/reply/citations";
import { useMadeFrom } from "@/components/chat/reply/made-from";
import {
  type Failure,
  listSourceNumbers,
  parseEditorName,
  parseFailure,
} from "@/components/chat/reply/notes";
import { OwnFrame, ReplyFrame } from "@/components/chat/reply/reply-frame";
import { usePeople } from "@/components/data/people";
import { getVersionIds, isEvent, isOwn, type Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { NestedMarkdown } from "@/components/markdown/nested";
import { MessageFoot } from "./message-foot";
import { Quote } from "./quote";
import { ReplyWork, UnseenFiles } from "./reply-work";
import { useGetAuthor } from "./use-get-author";
import type { MessageActions } from "./use-message-actions";

const MessageEditor = lazy(() =>
  import("./message-editor").then((file) => ({ default: file.MessageEditor })),
);

const Pager = lazy(() => import("@/components/chat/reply/pager").then((file) => ({ default: file.Pager })));

const Files = lazy(() => import("./files").then((file) => ({ default: file.Files })));

const ReactionList = lazy(() => import("./reaction-list").then((file) => ({ default: file.ReactionList })));

const Sources = lazy(() =>
  import("@/components/chat/reply/sources").then((file) => ({ default: file.Sources })),
);

const FailedReply = lazy(() =>
  import("@/components/chat/reply/failed-reply").then((file) => ({ default: file.FailedReply })),
);

const StoppedReply = lazy(() =>
  import("@/components/chat/reply/stopped-reply").then((file) => ({ default: file.StoppedReply })),
);

const ModelFallbackNote = lazy(() =>
  import("@/components/chat/reply/passed-over").then((file) => ({ default: file.ModelFallbackNote })),
);

const ProposedMemory = lazy(() =>
  import("@/components/chat/reply/proposed-memory").then((file) => ({ default: file.ProposedMemory })),
);

const MailNote = lazy(() =>
  import("@/components/automation/inbound-mail/mail-note").then((file) => ({ default: file.MailNote })),
);

/** Server-rendered node of a message, with the text that it was rendered from. */
export type Rendered = { text: string; node: ReactNode };

type MessageProps = {
  message: Message;
  rendered: Rendered | undefined;
  isEditing: boolean;
  isAnswered: boolean;
  /** Others have written after this message, so a regenerated reply belongs in a branch. */
  isFollowed: boolean;
  showsQuote: boolean;
  isContinued: boolean;
  isLastReply: boolean;
  canDelete: boolean;
  canEditReply: boolean;
  actions: MessageActions;
};

export const MessageView = memo(function MessageView(props: MessageProps) {
  const { message } = props;
  const { me } = usePeople();
  if (isEvent(message)) {
    return <p className="text-center text-sm text-muted">{message.message}</p>;
  }
  return isOwn(message, me.id) ? <OwnMessage {...props} /> : <OthersMessage {...props} />;
});

function OwnMessage(props: MessageProps) {
  const { message, rendered, isEditing, isAnswered, isFollowed, actions } = props;
  const t = useTranslations("chat");
  const author = useGetAuthor()(message);
  const versions = getVersionIds(message);
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
            <MessageQuote {...props} />
            <MessageText text={message.message} rendered={rendered} />
            <MessageFiles message={message} />
          </OwnFrame>
          <Reactions message={message} actions={actions} isEnd />
          <MessageFoot {...props} author={author.name} isOwn className="flex justify-end">
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
          </MessageFoot>
        </>
      )}
    </article>
  );
}

function OthersMessage(props: MessageProps) {
  const { message, rendered, isContinued, isEditing, isLastReply, actions } = props;
  const t = useTranslations("chat");
  const author = useGetAuthor()(message);
  const madeFrom = useMadeFrom(message);
  const answers = useAnswers(message);
  const isReply = message.user_type === "assistant";
  const failure = isReply ? parseFailure(message.extra) : undefined;
  const isLatest = answers.earlier === undefined;
  const text = answers.earlier ?? (failure && message.message === failure.message ? "" : message.message);
  return (
    <article aria-label={author.name ? t("messageFrom", { name: author.name }) : t("message")}>
      <ReplyFrame name={author.name} emoji={author.avatar} url={author.avatar_url} isContinued={isContinued}>
        <MessageQuote {...props} />
        {isLatest && <ReplyWork message={message} />}
        {isReply && <UnseenFiles message={message} />}
        {isEditing ? (
          <Suspense>
            <MessageEditor
              text={failure && message.message === failure.message ? "" : message.message}
              on="save"
              onSave={(changed) => actions.onSave(message, changed)}
              onCancel={() => actions.onEdit(undefined)}
            />
          </Suspense>
        ) : (
          <MessageText
            text={isReply && isLatest ? linkCitations(text, message.id, message.extra) : text}
            rendered={rendered}
          />
        )}
        {isLatest && isReply && listSourceNumbers(message.extra).length > 0 && (
          <Suspense>
            <Sources message={message} />
          </Suspense>
        )}
        <MessageFiles message={message} />
        {isLatest && <Outcome {...{ message, failure, isLastReply, actions }} onMadeFrom={madeFrom?.open} />}
        <Reactions message={message} actions={actions} isEnd={false} />
      </ReplyFrame>
      <MessageFoot
        {...props}
        {...{ text, madeFrom, isLatest }}
        author={author.name}
        isOwn={false}
        className="-ms-2 flex flex-wrap items-center gap-1 sm:ms-8"
      >
        {answers.count > 1 && (
          <Suspense>
            <Pager of="answer" {...answers} />
          </Suspense>
        )}
      </MessageFoot>
    </article>
  );
}

function MessageQuote({ message, showsQuote, actions }: MessageProps) {
  const quoted = showsQuote ? message.replying_to_message : null;
  return (
    quoted && (
      <Quote
        quoted={{ id: quoted.id, name: quoted.full_name, text: quoted.message }}
        onJump={actions.onJump}
      />
    )
  );
}

function MessageText({ text, rendered }: { text: string; rendered: Rendered | undefined }) {
  if (!text) return null;
  return rendered?.text === text ? (
    <NestedMarkdown value={Markdown}>{rendered.node}</NestedMarkdown>
  ) : (
    <Markdown text={text} />
  );
}

const MessageFiles = ({ message }: { message: Message }) => (
  <>
    {message.message_attachments?.length ? (
      <Suspense>
        <Files message={message} />
      </Suspense>
    ) : null}
    {parseMail(message) && (
      <Suspense>
        <MailNote message={message} />
      </Suspense>
    )}
  </>
);

type ReactionsProps = { message: Message; actions: MessageActions; isEnd: boolean };

const Reactions = ({ message, actions, isEnd }: ReactionsProps) =>
  message.aggregated_reactions.length > 0 && (
    <Suspense>
      <ReactionList
        reactions={message.aggregated_reactions}
        onReact={(emoji) => actions.onReact(message, emoji)}
        isEnd={isEnd}
      />
    </Suspense>
  );

// The plan and the steps that led to a reply.
type OutcomeProps = {
  message: Message;
  failure: Failure | undefined;
  isLastReply: boolean;
  actions: MessageActions;
  onMadeFrom: (() => void) | undefined;
};

// Shows who edited a reply, why it failed or was stopped, the models that failed before it, and the memory that it proposes.
function Outcome({ message, failure, isLastReply, actions, onMadeFrom }: OutcomeProps) {
  const t = useTranslations("chat");
  const editor = parseEditorName(message.extra);
  const isReply = message.user_type === "assistant";
  return (
    <>
      {failure && (
        <Suspense>
          <FailedReply message={message} failure={failure} onRetry={() => actions.onRetry(message)} />
        </Suspense>
      )}
      {isReply && editor && <p className="mt-1 text-sm text-muted">{t("editedBy", { name: editor })}</p>}
      {message.extra?.stopped === true && (
        <Suspense>
          <StoppedReply onContinue={isLastReply ? () => actions.onContinue(message) : undefined} />
        </Suspense>
      )}
      {isReply && Array.isArray(message.extra?.passed_over) && (
        <Suspense>
          <ModelFallbackNote message={message} onOpen={onMadeFrom} />
        </Suspense>
      )}
      {isReply && message.memory_id !== null && (
        <Suspense>
          <ProposedMemory message={message} />
        </Suspense>
      )}
    </>
  );
}
