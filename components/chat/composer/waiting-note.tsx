import { useEffect } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { listFormat } from "@/lib/platform/words/translate";
import type { Attaching } from "./use-attaching";
import type { Sending } from "./use-sending";

type WaitingNoteProps = {
  attaching: Attaching[];
  /** The number of files with which the message is sent; undefined while nobody has asked to send it. */
  awaited: number | undefined;
  files: number;
  sending: Sending;
  onChange: (awaited: number | undefined) => void;
};

/** Says what a message waits for, and sends it when everything is attached. */
export function WaitingNote({ attaching, awaited, files, sending, onChange }: WaitingNoteProps) {
  const t = useTranslations("composerAttach");
  const isReady = attaching.length === 0 && awaited !== undefined;
  useEffect(() => {
    if (!isReady) return;
    onChange(undefined);
    // A file that couldn't be attached leaves the message in the field.
    if (files >= awaited) sending.send();
  }, [isReady, awaited, files, sending, onChange]);
  if (isReady) return null;
  const names = listFormat(t.locale).format(attaching.map(({ name }) => name));
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 border-t px-3 py-1.5 text-xs text-muted">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        {t(awaited === undefined ? "waitsFor" : "sendsWhenReady", { names })}
      </p>
      {!sending.isNothing && (
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            onChange(files);
            for (const { stop } of attaching) stop();
          }}
        >
          {t("sendWithout")}
        </Button>
      )}
    </div>
  );
}
