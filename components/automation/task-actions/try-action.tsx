"use client";

import Square from "lucide-react/icons/square";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { RunInput } from "@/components/automation/run-prompt/run-input";
import { useVariables, VariableFields } from "@/components/automation/run-prompt/variable-fields";
import { followRun } from "@/components/data/follow-run";
import { canTake } from "@/components/data/task-actions";
import { callWithFiles } from "@/components/data/uploading";
import { useFiles } from "@/components/data/use-files";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { listVariables } from "@/lib/automation/task-actions/settings";
import { listFormat } from "@/lib/platform/words/translate";
import { repliesApi } from "@/lib/replies/runs/operations";
import { type ActionDraft, parseExtensions } from "./draft";

type Trial = { text: string; state: "running" | "done" | "stopped" | "failed"; failure?: string };

export function TryAction({
  draft,
}: {
  draft: Pick<ActionDraft, "prompt" | "assistant" | "accepted_types">;
}) {
  const t = useTranslations("taskActions");
  const attached = useFiles();
  const [input, setInput] = useState("");
  const [failure, setFailure] = useState<string>();
  const { trial, start, stop } = useTrial();
  const types = parseExtensions(draft.accepted_types);
  const variables = listVariables(draft.prompt);
  const entered = useVariables(variables);
  const isBusy = trial?.state === "running";

  async function run(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const names = attached.files.map(({ name }) => name);
    const unfit = names.find((name) => !canTake({ accepted_types: types }, [name]));
    if (draft.prompt.trim() === "") return setFailure(t("writeFirst"));
    const filled = variables.length > 0 ? entered.take() : { values: undefined, files: [] };
    if (!filled) return;
    if (input.trim() === "" && names.length === 0 && !filled.values) return setFailure(t("textMissing"));
    if (unfit) {
      const accepted = listFormat(t.locale, { type: "unit" }).format(types);
      return setFailure(t("fileRefused", { file: unfit, types: accepted }));
    }
    setFailure(undefined);
    await start(
      {
        prompt: draft.prompt,
        message_input: input.trim() || (filled.values ? undefined : names.join(", ")),
        variables: filled.values && JSON.stringify(filled.values),
        ...(draft.assistant !== "" && { virtual_assistant_id: Number(draft.assistant) }),
      },
      [...attached.files, ...filled.files],
    );
  }

  return (
    <>
      <form onSubmit={(event) => void run(event)} noValidate className="flex flex-col gap-4">
        <VariableFields variables={variables} entered={entered} />
        <RunInput
          isOptional={variables.length > 0}
          input={input}
          files={attached}
          types={types}
          failure={failure}
          onInput={(next) => {
            setFailure(undefined);
            setInput(next);
          }}
          onFiles={() => setFailure(undefined)}
        >
          {isBusy && (
            <Button onClick={stop}>
              <Square className="size-3.5 fill-current" aria-hidden /> {t("stop")}
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isBusy} className="ms-auto">
            {t("try")}
          </Button>
        </RunInput>
      </form>
      {trial && <TrialReply trial={trial} />}
      <p className="mt-3 text-sm text-muted">{t("tryHelp")}</p>
    </>
  );
}

type TrialBody = Parameters<typeof callWithFiles<typeof taskActionsApi.tryTaskAction>>[1]["body"];

function useTrial() {
  const problem = useProblem();
  const [trial, setTrial] = useState<Trial>();
  const unfollow = useRef<() => void>(undefined);
  const stream = useRef<string>(undefined);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      unfollow.current?.();
    };
  }, []);

  async function start(body: TrialBody, files: File[]): Promise<void> {
    setTrial({ text: "", state: "running" });
    try {
      const { streaming_task_id: id } = await callWithFiles(taskActionsApi.tryTaskAction, {
        body,
        files,
      });
      if (isGone.current || !id) return;
      stream.current = id;
      unfollow.current = followRun(id, ({ text, status, finished, error }) => {
        const ending = status === "failed" ? "failed" : status === "cancelled" ? "stopped" : "done";
        if (!finished) setTrial({ text, state: "running" });
        // The text of a failed reply is the error, which is shown separately.
        else setTrial({ text: text === error ? "" : text, state: ending, failure: error ?? undefined });
      });
    } catch (error) {
      setTrial({ text: "", state: "failed", failure: problem(error) });
    }
  }
  const stop = () => {
    if (stream.current)
      void call(repliesApi.stopStream, { params: { streaming_task_id: stream.current } }).catch(() => {});
  };
  return { trial, start, stop };
}

function TrialReply({ trial }: { trial: Trial }) {
  const t = useTranslations("taskActions");
  return (
    <div
      role="log"
      aria-label={t("reply")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-4 max-h-96 overflow-y-auto border-t pt-4 text-sm"
    >
      {trial.text && <Markdown text={trial.text} />}
      {trial.state === "running" && !trial.text && (
        <p className="animate-pulse text-muted">{t("thinking")}</p>
      )}
      {trial.state === "stopped" && <p className="mt-1 text-muted">{t("stopped")}</p>}
      {trial.state === "failed" && (
        <p role="alert" className="mt-1 text-danger">
          {trial.failure ?? t("replyFailed")}
        </p>
      )}
    </div>
  );
}
