"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import { useEffect, useState } from "react";
import { OwnFrame } from "@/components/chat/reply-frame";
import type { Outgoing } from "@/components/data/outbox";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { Player } from "./player";
import { timeOf } from "./time";

type Props = {
  message: Pick<Outgoing, "files" | "voice" | "failure" | "isWaiting" | "shares">;
  onRetry: () => void;
  onStop: () => void;
  onDiscard: () => void;
};

/** A voice message on its way; when it could not be sent the recording stays, to be heard, sent again or discarded. */
export function OutgoingVoice({ message, onRetry, onStop, onDiscard }: Props) {
  const { files, voice, failure, isWaiting, shares } = message;
  const [recording] = files;
  const url = useUrlOf(recording);
  return (
    <article aria-label="Your voice message" aria-busy={!failure}>
      <OwnFrame isPale={!failure}>
        {url && <Player src={url} label={`Your recording of ${timeOf(voice?.seconds ?? 0)}`} />}
        {voice?.translate && <p className="mt-1 text-xs text-muted">To be translated into English</p>}
      </OwnFrame>
      {failure ? (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
          <p>
            <span className="text-danger">
              <CircleAlert className="mr-1.5 inline size-4 align-[-0.2em]" aria-hidden />
              Not sent. {failure}
            </span>{" "}
            <span className="text-muted">The recording is kept here.</span>
          </p>
          <div className="flex gap-2">
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button size="small" variant="quiet" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-1 flex items-center justify-end gap-2 text-xs text-muted">
          <span role="status" className="flex items-center gap-2">
            {!isWaiting && <Spinner className="size-3.5" />}
            {stateOf(isWaiting, shares)}
          </span>
          <Button size="small" variant="quiet" onClick={isWaiting ? onDiscard : onStop}>
            {isWaiting ? "Discard" : "Cancel"}
          </Button>
        </div>
      )}
    </article>
  );
}

function stateOf(isWaiting: boolean | undefined, shares: number[] | undefined): string {
  const [share] = shares ?? [];
  if (isWaiting) return "Waiting for the connection. It is sent by itself.";
  if (share === undefined) return "Sending…";
  return share < 1 ? `Sending, ${Math.floor(share * 100)} %` : "Transcribing…";
}

/** An address of a file in this browser, for as long as it is shown. */
function useUrlOf(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    // A player that goes away may just have begun to read it.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 10_000);
  }, [file]);
  return url;
}
