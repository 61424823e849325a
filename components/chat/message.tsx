"use client";

import FileIcon from "lucide-react/icons/file";
import { memo, type ReactNode } from "react";
import { sizeOf } from "@/components/composer/attachments";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { clock, fullTime, useTimeZone } from "@/components/workspace/time";
import { MessageActions } from "./message-actions";
import { MessageEditor } from "./message-editor";
import { assistantById, usePeople } from "./people";
import { Reasoning } from "./reasoning";
import { OwnFrame, ReplyFrame } from "./reply-frame";
import type { Message } from "./thread-data";

/** What the server has rendered of a message, and of which text. */
export type Rendered = { text: string; node: ReactNode };

export type MessageProps = {
  message: Message;
  rendered: Rendered | undefined;
  isEditing: boolean;
  /** Somebody would reply to it. */
  isAnswered: boolean;
  mayDelete: boolean;
  onRetry: (message: Message) => void;
  onEdit: (message: Message | undefined) => void;
  onSave: (message: Message, text: string) => Promise<void>;
  onDelete: (message: Message) => void;
};

/** One message of a thread. */
export const MessageView = memo(function MessageView({
  message,
  rendered,
  isEditing,
  isAnswered,
  mayDelete,
  onRetry,
  onEdit,
  onSave,
  onDelete,
}: MessageProps) {
  const people = usePeople();
  const isOwn = message.from_user_id === people.me.id && message.user_type === "user";
  const isReply = message.user_type === "assistant";
  const failure = message.extra?.error as { message?: string } | undefined;
  const text = failure && message.message === failure.message ? "" : message.message;
  const body = text && (rendered?.text === text ? rendered.node : <Markdown text={text} />);
  const actions = (
    <MessageActions
      text={message.message}
      isEnd={isOwn}
      onRetry={isReply || (isOwn && isAnswered) ? () => onRetry(message) : undefined}
      onEdit={isOwn ? () => onEdit(message) : undefined}
      onDelete={mayDelete || isOwn ? () => onDelete(message) : undefined}
    />
  );
  if (message.type === "event" || message.user_type === "system") {
    return <p className="text-center text-sm text-muted">{message.message}</p>;
  }
  if (isOwn) {
    return (
      <article aria-label="Your message" className="group/message">
        {isEditing ? (
          <MessageEditor
            text={message.message}
            willReply={isAnswered}
            onSave={(changed) => onSave(message, changed)}
            onCancel={() => onEdit(undefined)}
          />
        ) : (
          <>
            <OwnFrame>
              {body}
              <Files files={message.message_attachments} />
            </OwnFrame>
            <div className="flex items-center justify-end gap-1">
              <Sent message={message} />
              {actions}
            </div>
          </>
        )}
      </article>
    );
  }
  const author = isReply
    ? assistantById(people, message.from_virtual_assistant_id)
    : { name: personName(message), avatar: null };
  return (
    <article aria-label={`Message of ${author.name}`} className="group/message">
      <ReplyFrame name={author.name} emoji={author.avatar}>
        <Reasoning steps={message.reasoning_steps} />
        {body}
        <Files files={message.message_attachments} />
        {failure && <Failed reason={failure.message} onRetry={() => onRetry(message)} />}
        {message.extra?.stopped === true && <p className="mt-1 text-sm text-muted">Stopped.</p>}
      </ReplyFrame>
      <div className="flex items-center gap-1">
        {actions}
        <Sent message={message} />
      </div>
    </article>
  );
});

/** Whoever has deleted their account is nobody any more, but what they wrote stays. */
function personName({ user_type, from_user_id }: Message): string {
  if (user_type === "guest") return "Visitor";
  return from_user_id === null ? "Former member" : "Member";
}

/** A reply that went wrong: why, and the way on. */
const Failed = ({ reason, onRetry }: { reason: string | undefined; onRetry: () => void }) => (
  <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-danger-soft px-4 py-2.5 text-sm">
    <p className="min-w-0 flex-1 text-danger">{reason ?? "The reply failed."}</p>
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

function Sent({ message }: { message: Message }) {
  const timeZone = useTimeZone();
  return (
    <time
      dateTime={message.created_at}
      title={fullTime(message.created_at, timeZone)}
      className="text-xs text-muted opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100"
    >
      {message.edited && "edited · "}
      {clock(message.created_at, timeZone)}
    </time>
  );
}

function Files({ files }: { files: Message["message_attachments"] }) {
  if (!files?.length) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2" aria-label="Files">
      {files.map((file) => (
        <li key={file.document_id} className="max-w-full">
          <a
            href={file.url}
            download={file.file_name}
            className="flex items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5 text-sm hover:bg-hover"
          >
            <FileIcon className="size-4 shrink-0 text-muted" aria-hidden />
            <span className="truncate">{file.file_name}</span>
            <span className="shrink-0 text-xs text-muted">{sizeOf(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
