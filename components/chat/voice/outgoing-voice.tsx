"use client";

import CircleAlert from "lucide-react/icons/circle-alert";
import { useEffect, useState } from "react";
import { OwnFrame } from "@/components/chat/reply/reply-frame";
import { useFailure } from "@/components/data/failure";
import type { Outgoing } from "@/components/data/outbox";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Translate } from "@/lib/platform/words/translate";
import { Player } from "./player";

type OutgoingVoiceProps = {
  message: Pick<Outgoing, "files" | "voice" | "failure" | "status" | "isWaiting" | "shares" | "heard">;
  onRetry: () => void;
  onStop: () => void;
  onDiscard: () => void;
};

export function OutgoingVoice({ message, onRetry, onStop, onDiscard }: OutgoingVoiceProps) {
  const t = useTranslations("voice");
  const { files, voice, isWaiting } = message;
  const failure = useFailure(message);
  const [recording] = files;
  const url = useFileUrl(recording);
  return (
    <article aria-label={t("ownMessage")} aria-busy={!failure}>
      <OwnFrame isPale={!failure}>
        {url && (
          <Player src={url} label={t("ownRecording", { length: formatDuration(voice?.seconds ?? 0) })} />
        )}
        {voice?.translate && <p className="mt-1 text-xs text-muted">{t("translated")}</p>}
      </OwnFrame>
      {failure ? (
        <div role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
          <p>
            <span className="text-danger">
              <CircleAlert className="me-1.5 inline size-4 align-[-0.2em]" aria-hidden />
              {t("notSent", { reason: failure })}
            </span>{" "}
            <span className="text-muted">{t("recordingKept")}</span>
          </p>
          <div className="flex gap-2">
            <Button size="small" onClick={onRetry}>
              {t("tryAgain")}
            </Button>
            <Button size="small" variant="quiet" onClick={onDiscard}>
              {t("discard")}
            </Button>
          </div>
        </div>
      ) : (
        <div className="mt-1 flex items-center justify-end gap-2 text-xs text-muted">
          <span role="status" className="flex items-center gap-2">
            {!isWaiting && <Spinner className="size-3.5" />}
            {getStateText(t, message)}
          </span>
          <Button size="small" variant="quiet" onClick={isWaiting ? onDiscard : onStop}>
            {t(isWaiting ? "discard" : "cancel")}
          </Button>
        </div>
      )}
    </article>
  );
}

function getStateText(
  t: Translate<"voice">,
  { isWaiting, shares, heard }: OutgoingVoiceProps["message"],
): string {
  const [share] = shares ?? [];
  if (isWaiting) return t("offline");
  if (share === undefined) return t("sending");
  if (share < 1) return t("sendingShare", { share: Math.floor(share * 100) / 100 });
  return heard === undefined ? t("transcribing") : t("transcribingShare", { share: heard });
}

function useFileUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    // Revoked late, because an unmounting player may still be reading it.
    return () => void setTimeout(() => URL.revokeObjectURL(made), 10_000);
  }, [file]);
  return url;
}
