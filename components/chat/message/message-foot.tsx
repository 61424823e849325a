import { type ReactNode, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { useMadeFrom } from "@/components/chat/reply/made-from";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { StableSuspense } from "@/components/ui/stable-suspense";
import { MessageMenu } from "./message-menu";
import type { RegenerateDialogKind } from "./regenerate-dialog";
import type { MessageActions } from "./use-message-actions";

const Rating = lazy(() =>
  import("@/components/chat/reply/rating").then((file) => ({ default: file.Rating })),
);
const RunActionOn = lazy(() =>
  import("@/components/automation/run-prompt/run-on").then((file) => ({ default: file.RunActionOn })),
);

const RegenerateDialog = lazy(() =>
  import("./regenerate-dialog").then((file) => ({ default: file.RegenerateDialog })),
);

type MessageFootProps = {
  message: Message;
  isAnswered: boolean;
  isLastReply: boolean;
  canDelete: boolean;
  canEditReply: boolean;
  actions: MessageActions;
  /** Visible text if it differs from the message's, for example an earlier answer; otherwise empty. */
  text?: string;
  author: string;
  isOwn: boolean;
  madeFrom?: ReturnType<typeof useMadeFrom>;
  /** False while an earlier answer is shown, which can be neither rated nor edited. */
  isLatest?: boolean;
  className: string;
  children: ReactNode;
};

export function MessageFoot(props: MessageFootProps) {
  const { message, actions, isAnswered, isLastReply, canDelete, author, isOwn, madeFrom } = props;
  const { isLatest = true } = props;
  const [isRunning, setIsRunning] = useState(false);
  const [asksFor, setAsksFor] = useState<RegenerateDialogKind>();
  const { assistants } = usePeople();
  const isReply = message.user_type === "assistant";
  const text = props.text || message.message;
  return (
    <>
      <div className={props.className}>
        {props.children}
        <MessageMenu
          text={text}
          address={`/chats/${message.chat_uuid}?message=${message.id}#m-${message.id}`}
          time={<Sent message={message} />}
          isFloating={!isLastReply}
          onReact={(emoji) => actions.onReact(message, emoji)}
          onReply={() => actions.onReply({ id: message.id, name: author, text: message.message })}
          onRetry={isReply || (isOwn && isAnswered) ? () => actions.onRetry(message) : undefined}
          regeneration={
            isReply
              ? {
                  onInstruction: (instruction) => actions.onRetry(message, { instruction }),
                  onAsk: setAsksFor,
                  hasFixedModel: assistants.some(
                    ({ id, model_is_fixed }) => id === message.from_virtual_assistant_id && model_is_fixed,
                  ),
                }
              : undefined
          }
          onEdit={
            isOwn || (isReply && isLatest && props.canEditReply) ? () => actions.onEdit(message) : undefined
          }
          onDelete={canDelete || isOwn ? () => actions.onDelete(message) : undefined}
          onMadeFrom={madeFrom?.open}
          onBranch={actions.onBranch && (() => actions.onBranch?.(message))}
          onRun={() => setIsRunning(true)}
          isReply={isReply}
          isOwn={isOwn}
          rating={
            isLatest &&
            canRate(message) && (
              <StableSuspense
                fallback={<span className={isLastReply ? "w-16 pointer-coarse:w-20" : "w-12"} />}
              >
                <Rating message={message} isSmall={!isLastReply} />
              </StableSuspense>
            )
          }
        />
      </div>
      {madeFrom?.dialog}
      {asksFor && (
        <Suspense>
          <RegenerateDialog
            kind={asksFor}
            onRegenerate={(changes) => actions.onRegenerate(message, changes)}
            onClose={() => setAsksFor(undefined)}
          />
        </Suspense>
      )}
      {isRunning && (
        <Suspense>
          <RunActionOn
            text={text}
            documents={message.message_attachments ?? []}
            onClose={() => setIsRunning(false)}
          />
        </Suspense>
      )}
    </>
  );
}

const canRate = ({ user_type, from_virtual_assistant_id: by, extra }: Message): boolean =>
  user_type === "assistant" && by !== null && extra?.error === undefined;

function Sent({ message }: { message: Message }) {
  const t = useTranslations("chat");
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
