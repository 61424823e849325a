"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { modelsQuery } from "@/components/data/models";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { videoApi } from "@/lib/knowledge/video/operations";
import { detectCodec } from "./codec";
import { ChooseSource, SourcePlayer, type VideoSource } from "./source";
import { estimateTokens } from "./text";

export type VideoDraft = {
  method: "full_video" | "frames_plus_audio";
  model: string;
  extra_instructions: string;
  audio_track: string;
};
const methods = [
  { method: "full_video", name: "fullVideo", about: "fullVideoHelp" },
  { method: "frames_plus_audio", name: "framesPlusAudio", about: "framesPlusAudioHelp" },
] as const;

type VideoFormProps = {
  draft: VideoDraft;
  setDraft: (draft: VideoDraft) => void;
  source: VideoSource | undefined;
  onSource: (source: VideoSource | undefined) => void;
  undecoded: string[];
  onBegun: (task: string) => void;
};

export function VideoForm({ draft, setDraft, source, onSource, undecoded, onBegun }: VideoFormProps) {
  const t = useTranslations("video");
  const models = useQuery(modelsQuery);
  const [seconds, setSeconds] = useState<number>();
  const upload = useUpload(source);
  const codec = useCodec(source, undecoded);
  const { faults, set, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: upload.begin,
    onSaved: onBegun,
  });
  const choices = models.data?.models.filter(({ builtin }) => !builtin) ?? [];
  return (
    <>
      <p className="mt-4 max-w-prose text-sm text-muted">{t("help")}</p>
      <form
        {...wiring}
        aria-label={t("formLabel")}
        className="mt-6 grid items-start gap-6 lg:grid-cols-2 lg:gap-10"
      >
        <Source {...{ source, onSource, isBusy }} onSeconds={setSeconds} />
        <div className="flex flex-col gap-5">
          <FormProblem message={codec ? t("undecoded", { codec }) : problem} />
          <Methods chosen={draft.method} onChoose={(method) => set({ method })} />
          <Field label={t("model")} help={models.error ? t("modelsFailed") : undefined} error={faults.model}>
            {(control) => (
              <Select {...control} {...text("model")}>
                <option value="">{t("automatic")}</option>
                {choices.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t("instructions")} error={faults.extra_instructions}>
            {(control) => (
              <Textarea
                {...control}
                {...text("extra_instructions")}
                rows={3}
                maxLength={10_000}
                placeholder={t("instructionsHint")}
              />
            )}
          </Field>
          <Field label={t("audioTrack")} help={t("audioTrackHelp")} error={faults.audio_track}>
            {(control) => <Input {...control} {...text("audio_track")} maxLength={100} />}
          </Field>
          {source && <Estimate method={draft.method} seconds={seconds} />}
          {upload.share === undefined ? (
            <Button
              type="submit"
              variant="primary"
              busy={isBusy}
              disabled={!source || codec !== undefined}
              className="self-start"
            >
              {t("turnIntoText")}
            </Button>
          ) : (
            <Progress share={upload.share} onCancel={upload.cancel} />
          )}
        </div>
      </form>
    </>
  );
}

// Sends a video and begins its conversion. Unmounting cancels the upload.
function useUpload(source: VideoSource | undefined) {
  const t = useTranslations("video");
  const [share, setShare] = useState<number>();
  const uploading = useRef<AbortController>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);
  /** @returns the id of the task */
  const begin = async ({ method, model, extra_instructions, audio_track }: VideoDraft): Promise<string> => {
    if (!source) throw new Error(t("chooseFirst"));
    const stop = new AbortController();
    uploading.current = stop;
    const file = "file" in source ? source.file : undefined;
    const document = "document" in source ? source.document : undefined;
    const body = {
      document_id: document?.id,
      method,
      model: model || undefined,
      extra_instructions: extra_instructions.trim() || undefined,
      audio_track: audio_track.trim() || undefined,
      is_sync: false,
    };
    try {
      const task: unknown = await call(videoApi.convertVideo, {
        body,
        files: file ? [file] : [],
        onSent: file && setShare,
        signal: stop.signal,
      });
      return (task as { streaming_task_id: string }).streaming_task_id;
    } catch (error) {
      throw stop.signal.aborted ? new Error(t("uploadCancelled")) : error;
    } finally {
      setShare(undefined);
    }
  };
  return { share, begin, cancel: () => uploading.current?.abort() };
}

type SourceProps = Pick<VideoFormProps, "source" | "onSource"> & {
  isBusy: boolean;
  onSeconds: (seconds: number | undefined) => void;
};

function Source({ source, onSource, isBusy, onSeconds }: SourceProps) {
  const t = useTranslations("video");
  return (
    <div className="flex flex-col gap-3">
      {source ? (
        <>
          <SourcePlayer key={toSourceKey(source)} source={source} onSeconds={onSeconds} />
          <Button
            size="small"
            className="self-start"
            disabled={isBusy}
            onClick={() => {
              onSeconds(undefined);
              onSource(undefined);
            }}
          >
            {t("chooseAnother")}
          </Button>
        </>
      ) : (
        <ChooseSource onSource={onSource} label={t("dropHere")} />
      )}
    </div>
  );
}

type MethodsProps = { chosen: VideoDraft["method"]; onChoose: (method: VideoDraft["method"]) => void };

function Methods({ chosen, onChoose }: MethodsProps) {
  const t = useTranslations("video");
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("method")}</legend>
      <div className="flex flex-col gap-2">
        {methods.map(({ method, name, about }) => (
          <label
            key={method}
            className={cx(
              "flex cursor-pointer gap-3 rounded-xl border bg-surface px-4 py-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent",
              chosen === method && "border-accent",
            )}
          >
            <input
              type="radio"
              name="method"
              checked={chosen === method}
              onChange={() => onChoose(method)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="text-sm">
              <span className="block font-medium">{t(name)}</span>
              <span className="block text-muted">{t(about)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const t = useTranslations("video");
  return (
    <div className="flex items-center gap-3">
      <progress value={share} aria-label={t("uploading")} className="h-1.5 min-w-0 flex-1 accent-accent" />
      <span className="text-sm text-muted tabular-nums">
        {t("share", { share: Math.floor(share * 100) / 100 })}
      </span>
      <Button size="small" onClick={onCancel}>
        {t("cancel")}
      </Button>
    </div>
  );
}

// Detects an unsupported codec before the file is uploaded.
function useCodec(source: VideoSource | undefined, undecoded: string[]): string | undefined {
  const file = source && "file" in source ? source.file : undefined;
  const [detected, setDetected] = useState<{ file: File; codec: string | undefined }>();
  useEffect(() => {
    if (!file) return;
    let isCurrent = true;
    // A file that can't be read here is reported on upload.
    detectCodec(file, undecoded).then(
      (codec) => isCurrent && setDetected({ file, codec }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file, undecoded]);
  return detected?.file === file ? detected?.codec : undefined;
}

export const toSourceKey = (source: VideoSource): string =>
  "file" in source ? `${source.file.name} ${source.file.lastModified}` : String(source.document.id);

function Estimate({ method, seconds }: { method: VideoDraft["method"]; seconds: number | undefined }) {
  const t = useTranslations("video");
  return (
    <p className="text-sm text-muted">
      {seconds === undefined
        ? t("unknownLength")
        : t("estimate", { length: formatDuration(seconds), tokens: estimateTokens(method, seconds) })}
    </p>
  );
}
