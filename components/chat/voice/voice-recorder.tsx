"use client";

import ArrowUp from "lucide-react/icons/arrow-up";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Trash2 from "lucide-react/icons/trash-2";
import { type ComponentProps, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDictation } from "./use-dictation";
import { useLiveText } from "./use-live-text";
import { type Recorded, useRecording } from "./use-recording";

// A shorter press counts as a click.
const MIN_HOLD_SECONDS = 0.7;
const MAX_RECORDING_SECONDS = 3600;
// Shorter recordings are discarded without confirmation.
const MIN_CONFIRMED_SECONDS = 1;

type VoiceRecorderProps = {
  /** Resolves when a held button is released, which sends the recording. */
  released: Promise<void> | undefined;
  onSend: (recorded: Recorded) => void;
  /** Takes the text of the recording instead. */
  onText: (text: string) => void;
  onClose: () => void;
};

export function VoiceRecorder({ released, onSend, onText, onClose }: VoiceRecorderProps) {
  const t = useTranslations("voice");
  const recording = useRecording(MAX_RECORDING_SECONDS);
  const { state, problem, seconds, levels, pause, finish, again } = recording;
  const transcript = useLiveText(recording);
  const [translate, setTranslate] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const sending = useRef<HTMLButtonElement>(null);
  const dictation = useDictation(onText);
  const isReady = (state === "recording" || state === "paused") && !dictation.isBusy;
  // Kept when its text could not be had, so that it can be sent.
  const finished = useRef<Awaited<ReturnType<typeof finish>>>(undefined);
  const end = useCallback(async () => {
    pause();
    finished.current ??= await finish();
    return finished.current;
  }, [finish, pause]);

  const send = useCallback(async () => {
    const recorded = await end();
    if (recorded) onSend({ ...recorded, translate });
  }, [end, onSend, translate]);
  const dictate = async () => {
    const recorded = await end();
    if (recorded) await dictation.dictate(recorded.file);
  };
  useSendOnRelease(released, { send, seconds, state });
  useEffect(() => {
    if (isReady) sending.current?.focus();
  }, [isReady]);

  const discard = () => {
    if (state === "failed" || seconds < MIN_CONFIRMED_SECONDS) return onClose();
    pause();
    setAsking(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      // Otherwise this Esc key event would also close the confirmation.
      event.preventDefault();
      discard();
    }
  };
  if (state === "failed") return <Failed problem={problem} onRetry={again} onClose={onClose} />;
  return (
    <>
      <section aria-label={t("message")} onKeyDown={onKeyDown} className="px-3 pt-3 pb-2">
        <Progress isRecording={state === "recording"} levels={levels} seconds={seconds} />
        {transcript && (
          <p className="max-h-24 overflow-y-auto px-1 pt-1 text-sm wrap-anywhere">
            <span className="sr-only">{t("heardSoFar")} </span>
            {transcript}
          </p>
        )}
        {problem && <p className="px-1 pt-1 text-sm text-muted">{t(problem)}</p>}
        {dictation.failure && (
          <p role="alert" className="px-1 pt-1 text-sm text-danger">
            {dictation.failure} {t("recordingKept")}
          </p>
        )}
        <div className="mt-1 flex items-center gap-1">
          <RecordingButtons
            {...{ recording, isReady }}
            isFinished={finished.current !== undefined}
            onDiscard={discard}
          />
          <TranslateChoice isChosen={translate} onChange={setTranslate} />
          {dictation.isAvailable && (
            <Button
              size="small"
              variant="quiet"
              busy={dictation.isBusy}
              disabled={!isReady && !dictation.isBusy}
              onClick={() => void dictate()}
            >
              {t("insertText")}
            </Button>
          )}
          <SendButton ref={sending} disabled={!isReady} onClick={() => void send()} />
        </div>
        <p role="status" className="sr-only">
          {t(states[state])}
        </p>
      </section>
      {/* Rendered here rather than with `useConfirm`, whose dialog can't be loaded offline. */}
      {isAsking && (
        <ConfirmDialog
          onClose={() => {
            setAsking(false);
            sending.current?.focus();
          }}
          onConfirm={async () => onClose()}
          title={t("discardQuestion")}
          text={t("discardHelp", { length: formatDuration(seconds) })}
          action={t("discard")}
        />
      )}
    </>
  );
}

type Recording = ReturnType<typeof useRecording>;

function useSendOnRelease(
  released: Promise<void> | undefined,
  now: Pick<Recording, "seconds" | "state"> & { send: () => Promise<void> },
): void {
  const current = useRef(now);
  current.current = now;
  useEffect(() => {
    void released?.then(() => {
      const { state, seconds, send } = current.current;
      if (state === "recording" && seconds >= MIN_HOLD_SECONDS) void send();
    });
  }, [released]);
}

type FailedProps = { problem: Recording["problem"]; onRetry: () => void; onClose: () => void };

function Failed({ problem, onRetry, onClose }: FailedProps) {
  const t = useTranslations("voice");
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-60">{problem && t(problem)}</p>
      <Button size="small" onClick={onRetry}>
        {t("tryAgain")}
      </Button>
      <Button size="small" variant="quiet" autoFocus onClick={onClose}>
        {t("close")}
      </Button>
    </div>
  );
}

type ProgressProps = Pick<Recording, "levels" | "seconds"> & { isRecording: boolean };

const Progress = ({ isRecording, levels, seconds }: ProgressProps) => (
  <div className="flex h-9 items-center gap-3 px-1">
    <span
      aria-hidden
      className={`size-2.5 shrink-0 rounded-full ${isRecording ? "animate-pulse bg-danger" : "bg-line-strong"}`}
    />
    <Meter levels={levels} />
    <span className="shrink-0 text-sm tabular-nums">{formatDuration(seconds)}</span>
  </div>
);

type RecordingButtonsProps = {
  recording: Recording;
  isReady: boolean;
  isFinished: boolean;
  onDiscard: () => void;
};

function RecordingButtons({
  recording: { state, pause, resume },
  isReady,
  isFinished,
  onDiscard,
}: RecordingButtonsProps) {
  const t = useTranslations("voice");
  return (
    <>
      <IconButton label={t("discardRecording")} onClick={onDiscard}>
        <Trash2 aria-hidden />
      </IconButton>
      {state === "paused" ? (
        <IconButton label={t("resume")} disabled={isFinished} onClick={resume}>
          <Play aria-hidden />
        </IconButton>
      ) : (
        <IconButton label={t("pause")} disabled={!isReady} onClick={pause}>
          <Pause aria-hidden />
        </IconButton>
      )}
    </>
  );
}

type TranslateChoiceProps = { isChosen: boolean; onChange: (isChosen: boolean) => void };

function TranslateChoice({ isChosen, onChange }: TranslateChoiceProps) {
  const t = useTranslations("voice");
  return (
    <label className="ms-1 flex min-w-0 flex-1 items-center gap-2 text-sm text-muted">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">{t("translate")}</span>
    </label>
  );
}

function SendButton(props: Pick<ComponentProps<"button">, "ref" | "disabled" | "onClick">) {
  const t = useTranslations("voice");
  return (
    <button
      {...props}
      type="button"
      aria-label={t("send")}
      title={t("send")}
      // Ignores repeats of the key that started the recording.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent transition-colors hover:bg-accent-strong disabled:bg-hover disabled:text-muted pointer-coarse:size-11"
    >
      <ArrowUp className="size-5" aria-hidden />
    </button>
  );
}

const states = {
  starting: "stateStarting",
  recording: "stateRecording",
  paused: "statePaused",
} as const;

const Meter = ({ levels }: { levels: number[] }) => (
  <span aria-hidden className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
    {levels.map((level, at) => (
      <span
        key={at}
        style={{ height: `${Math.max(8, level * 100)}%` }}
        className="w-1 shrink-0 rounded-full bg-accent"
      />
    ))}
  </span>
);
