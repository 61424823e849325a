"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { modelsQuery } from "@/components/data/models";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Field, Select, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { timeOf } from "@/components/voice/time";
import { call } from "@/lib/api/client";
import { videoApi } from "@/lib/knowledge/video/contract";
import { ChooseSource, type Source, SourcePlayer } from "./source";
import { tokensOf } from "./text";

export type Draft = {
  method: "full_video" | "frames_plus_audio";
  model: string;
  extra_instructions: string;
};
const methods = {
  full_video: {
    name: "Watch the whole video",
    about: "A model sees and hears all of it. For short and medium videos, with a model that takes videos.",
  },
  frames_plus_audio: {
    name: "Scenes and what is said",
    about:
      "Pictures of its scenes are read beside a transcript. For longer videos, with any model that sees.",
  },
};

/** What is asked of which video. `onBegun` gets the id of the conversion. */
export function VideoForm({
  draft,
  setDraft,
  source,
  onSource,
  onBegun,
}: {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  source: Source | undefined;
  onSource: (source: Source | undefined) => void;
  onBegun: (task: string) => void;
}) {
  const models = useQuery(modelsQuery);
  const [seconds, setSeconds] = useState<number>();
  const [share, setShare] = useState<number>();
  const uploading = useRef<AbortController>(undefined);
  useEffect(() => () => uploading.current?.abort(), []);
  const { faults, set, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: async ({ method, model, extra_instructions }: Draft): Promise<string> => {
      if (!source) throw new Error("Choose a video first.");
      const stop = new AbortController();
      uploading.current = stop;
      const file = "file" in source ? source.file : undefined;
      const document = "document" in source ? source.document : undefined;
      const body = {
        document_id: document?.id,
        method,
        model: model || undefined,
        extra_instructions: extra_instructions.trim() || undefined,
        is_sync: false,
      };
      try {
        const onSent = file && setShare;
        const files = file ? [file] : [];
        const begun: unknown = await call(videoApi.videoToText, { body, files, onSent, signal: stop.signal });
        return (begun as { streaming_task_id: string }).streaming_task_id;
      } catch (error) {
        throw stop.signal.aborted ? new Error("You stopped it.") : error;
      } finally {
        setShare(undefined);
      }
    },
    onSaved: onBegun,
  });
  const choices = models.data?.models.filter(({ builtin }) => !builtin) ?? [];
  return (
    <>
      <p className="mt-1 max-w-prose text-sm text-muted">
        Turn a video into a text with a summary, its key points and a timeline.
      </p>
      <form
        {...wiring}
        aria-label="Video to text"
        className="mt-6 grid items-start gap-6 lg:grid-cols-2 lg:gap-10"
      >
        <div className="flex flex-col gap-3">
          {source ? (
            <>
              <SourcePlayer key={keyOf(source)} source={source} onSeconds={setSeconds} />
              <Button
                size="small"
                className="self-start"
                disabled={isBusy}
                onClick={() => {
                  setSeconds(undefined);
                  onSource(undefined);
                }}
              >
                Choose another video
              </Button>
            </>
          ) : (
            <ChooseSource onSource={onSource} label="Drop a video here, or" />
          )}
        </div>
        <div className="flex flex-col gap-5">
          {problem && <FormProblem message={problem} />}
          <fieldset>
            <legend className="mb-1.5 text-sm font-medium">How</legend>
            <div className="flex flex-col gap-2">
              {Object.entries(methods).map(([method, { name, about }]) => (
                <label
                  key={method}
                  className={cx(
                    "flex cursor-pointer gap-3 rounded-xl border bg-surface px-4 py-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent",
                    draft.method === method && "border-accent",
                  )}
                >
                  <input
                    type="radio"
                    name="method"
                    checked={draft.method === method}
                    onChange={() => set({ method: method as Draft["method"] })}
                    className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
                  />
                  <span className="text-sm">
                    <span className="block font-medium">{name}</span>
                    <span className="block text-muted">{about}</span>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <Field
            label="Model"
            help={models.error ? "The list of models cannot be read now." : undefined}
            error={faults.model}
          >
            {(control) => (
              <Select {...control} {...text("model")}>
                <option value="">The one that fits</option>
                {choices.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Instructions (optional)" error={faults.extra_instructions}>
            {(control) => (
              <Textarea
                {...control}
                {...text("extra_instructions")}
                rows={3}
                maxLength={10_000}
                placeholder="What you want to know, or in which language"
              />
            )}
          </Field>
          {source && <Estimate method={draft.method} seconds={seconds} />}
          {share === undefined ? (
            <Button type="submit" variant="primary" busy={isBusy} disabled={!source} className="self-start">
              Turn into text
            </Button>
          ) : (
            <div className="flex items-center gap-3">
              <progress
                value={share}
                aria-label="Uploading the video"
                className="h-1.5 min-w-0 flex-1 accent-accent"
              />
              <span className="text-sm text-muted tabular-nums">{Math.floor(share * 100)} %</span>
              <Button size="small" onClick={() => uploading.current?.abort()}>
                Cancel
              </Button>
            </div>
          )}
        </div>
      </form>
    </>
  );
}

export const keyOf = (source: Source): string =>
  "file" in source ? `${source.file.name} ${source.file.lastModified}` : String(source.document.id);

const Estimate = ({ method, seconds }: { method: Draft["method"]; seconds: number | undefined }) => (
  <p className="text-sm text-muted">
    {seconds === undefined
      ? "The browser cannot tell how long this video is, and so not what it costs."
      : `${timeOf(seconds)} long: a model reads about ${tokensOf(method, seconds).toLocaleString("en")} tokens.`}
  </p>
);
