"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import { Suspense } from "react";
import { lazy } from "@/components/browser/lazy";
import { OwnFrame } from "@/components/chat/reply/reply-frame";
import { useFailure } from "@/components/data/failure";
import { outbox } from "@/components/data/outbox";
import { useSessionEnded } from "@/components/data/use-session-ended";
import { useTranslations } from "@/components/i18n/words";
import type { Outgoing } from "@/components/live/use-thread";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/ui/use-copy";
import { numberFormat, type Translate } from "@/lib/platform/words/translate";
// Imported eagerly, because a lazy import fails without a connection.
import { MessageEditor } from "./message-editor";
import { Quote } from "./quote";

const OutgoingFiles = lazy(() =>
  import("./outgoing-files").then((file) => ({ default: file.OutgoingFiles })),
);
const OutgoingVoice = lazy(() =>
  import("@/components/chat/voice/outgoing-voice").then((file) => ({ default: file.OutgoingVoice })),
);

type OutgoingMessageProps = {
  message: Outgoing;
  onJump: (id: number) => void;
  onRetry: (files?: File[]) => void;
  onStop: () => void;
  onDiscard: () => void;
};

export function OutgoingMessage({ message, onJump, onRetry, onStop, onDiscard }: OutgoingMessageProps) {
  const t = useTranslations("chatOutgoing");
  const { text, files, replyingTo, isWaiting, isSent, shares, voice } = message;
  const failure = useFailure(message);
  const hasSessionEnded = useSessionEnded();
  if (voice && !isSent)
    return (
      <Suspense>
        <OutgoingVoice message={message} onRetry={() => onRetry()} onStop={onStop} onDiscard={onDiscard} />
      </Suspense>
    );
  if (message.isHeld)
    return (
      <MessageEditor
        text={text}
        on="save"
        onSave={(changed) => outbox.reword(message.chat, message.key, changed)}
        onCancel={() => outbox.hold(message.chat, message.key, false)}
      />
    );
  return (
    <article aria-label={t("yourMessage")} aria-busy={!failure && !isSent}>
      <OwnFrame isPale={!failure}>
        {replyingTo && <Quote quoted={replyingTo} onJump={onJump} />}
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        {files.length > 0 && (
          <Suspense fallback={<p className="mt-2 text-sm">{files.map(({ name }) => name).join(", ")}</p>}>
            <OutgoingFiles
              files={files}
              shares={shares}
              onRemove={failure ? (at) => onRetry(files.filter((_, other) => other !== at)) : undefined}
            />
          </Suspense>
        )}
      </OwnFrame>
      {failure ? (
        <FailureActions {...{ message, failure, onRetry, onDiscard }} />
      ) : (
        <div className="mt-1 flex items-center justify-end gap-2 text-xs text-muted">
          <span>{isWaiting && hasSessionEnded ? t("sentAfterSignIn") : getStateText(t, message)}</span>
          {isWaiting && !shares && <WaitingActions message={message} />}
          {shares && (
            <Button size="small" variant="quiet" onClick={onStop}>
              {t("stop")}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

type FailureActionsProps = Pick<OutgoingMessageProps, "message" | "onRetry" | "onDiscard"> & {
  failure: string;
};

function FailureActions({ message, failure, onRetry, onDiscard }: FailureActionsProps) {
  const t = useTranslations("chatOutgoing");
  const { text, files } = message;
  const { isCopied, copy } = useCopy();
  return (
    <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
      <span className="flex items-center gap-1.5 text-danger">
        <CircleAlert className="size-4 shrink-0" aria-hidden /> {t("notSent", { problem: failure })}
      </span>
      <Button size="small" onClick={() => onRetry()}>
        {t("sendAgain")}
      </Button>
      {files.length > 0 && (
        <Button size="small" variant="quiet" onClick={() => onRetry([])}>
          {t("sendWithoutFiles")}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={() => void copy(text)}>
        {t(isCopied ? "copied" : "copy")}
      </Button>
      <Button size="small" variant="quiet" onClick={onDiscard}>
        {t("discard")}
      </Button>
    </div>
  );
}

function WaitingActions({ message: { chat, key } }: { message: Outgoing }) {
  const t = useTranslations("chatOutgoing");
  return (
    <div className="flex">
      <Button size="small" variant="quiet" onClick={() => outbox.hold(chat, key, true)}>
        {t("edit")}
      </Button>
      <Button size="small" variant="quiet" onClick={() => outbox.discard(chat, key)}>
        {t("discard")}
      </Button>
    </div>
  );
}

function getStateText(t: Translate<"chatOutgoing">, { files, isWaiting, isSent, shares }: Outgoing): string {
  if (isSent) return t("sent");
  if (isWaiting && !shares) return t("offline");
  const left = shares?.filter((share) => share < 1).length ?? 0;
  if (!shares || left === 0) return t("sending");
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  const sent = files.reduce((sum, { size }, at) => sum + size * (shares[at] ?? 0), 0);
  const percent = Math.floor((100 * sent) / whole) / 100;
  return t("uploading", { count: left, share: numberFormat(t.locale, { style: "percent" }).format(percent) });
}
