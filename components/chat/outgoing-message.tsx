"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import { Button } from "@/components/ui/button";
import { useCopy } from "@/components/ui/use-copy";
import { Quote } from "./quote";
import { OwnFrame } from "./reply-frame";
import type { Outgoing } from "./use-thread";

/** One's message on its way; when it could not be sent it stays, with its reason and what to do. */
export function OutgoingMessage({
  message: { text, files, replyingTo, failure, isWaiting },
  onJump,
  onRetry,
  onDiscard,
}: {
  message: Outgoing;
  onJump: (id: number) => void;
  onRetry: () => void;
  onDiscard: () => void;
}) {
  const { isCopied, copy } = useCopy();
  return (
    <article aria-label="Your message" aria-busy={!failure}>
      <OwnFrame isPale={!failure}>
        {replyingTo && <Quote quoted={replyingTo} onJump={onJump} />}
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
        {files.length > 0 && (
          <p className="mt-1 text-sm text-muted">{files.map(({ name }) => name).join(", ")}</p>
        )}
      </OwnFrame>
      {failure ? (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
          <span className="flex items-center gap-1.5 text-danger">
            <CircleAlert className="size-4 shrink-0" aria-hidden /> Not sent. {failure}
          </span>
          <Button size="small" onClick={onRetry}>
            Send again
          </Button>
          <Button size="small" variant="quiet" onClick={() => void copy(text)}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
          <Button size="small" variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      ) : (
        <p className="mt-1 text-right text-xs text-muted">
          {isWaiting ? "Waiting for the connection. It is sent by itself." : "Sending…"}
        </p>
      )}
    </article>
  );
}
