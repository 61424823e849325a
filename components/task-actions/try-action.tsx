"use client";

import Square from "lucide-react/icons/square";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { followRun } from "@/components/chat/follow-run";
import { callWithFiles } from "@/components/composer/uploading";
import { useFiles } from "@/components/composer/use-files";
import { Markdown } from "@/components/markdown/markdown";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { repliesApi } from "@/lib/conversation/replies/contract";
import { type Draft, endingsIn, takes } from "./draft";
import { RunInput } from "./run-input";

type Trial = { text: string; state: "running" | "done" | "stopped" | "failed"; failure?: string };

/** Runs the prompt of the form as it is typed, saved or not, and shows the reply as it comes. */
export function TryAction({ draft }: { draft: Pick<Draft, "prompt" | "assistant" | "accepted_types"> }) {
  const attached = useFiles();
  const [input, setInput] = useState("");
  const [failure, setFailure] = useState<string>();
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
  const types = endingsIn(draft.accepted_types);
  const isBusy = trial?.state === "running";

  async function run(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const names = attached.files.map(({ name }) => name);
    const unfit = names.find((name) => !takes({ accepted_types: types }, [name]));
    if (draft.prompt.trim() === "") return setFailure("Write a prompt first.");
    if (input.trim() === "" && names.length === 0) return setFailure("Write what it is about.");
    if (unfit) return setFailure(`The file ${unfit} does not fit: the action takes ${types.join(", ")}.`);
    setFailure(undefined);
    setTrial({ text: "", state: "running" });
    try {
      const { streaming_task_id: id } = await callWithFiles(taskActionsApi.tryTaskAction, {
        body: {
          prompt: draft.prompt,
          message_input: input.trim() === "" ? names.join(", ") : input,
          ...(draft.assistant !== "" && { virtual_assistant_id: Number(draft.assistant) }),
        },
        files: attached.files,
      });
      if (isGone.current || !id) return;
      stream.current = id;
      unfollow.current = followRun(id, ({ text, status, finished, error }) => {
        const ending = status === "failed" ? "failed" : status === "cancelled" ? "stopped" : "done";
        if (!finished) setTrial({ text, state: "running" });
        // A failed reply is its reason, which is shown as such.
        else setTrial({ text: text === error ? "" : text, state: ending, failure: error ?? undefined });
      });
    } catch (error) {
      setTrial({ text: "", state: "failed", failure: (error as Error).message });
    }
  }
  const stop = () => {
    if (stream.current)
      void call(repliesApi.stopStream, { params: { streaming_task_id: stream.current } }).catch(() => {});
  };

  return (
    <>
      <form onSubmit={(event) => void run(event)} noValidate className="flex flex-col gap-4">
        <RunInput
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
              <Square className="size-3.5 fill-current" aria-hidden /> Stop
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isBusy} className="ml-auto">
            Try
          </Button>
        </RunInput>
      </form>
      {trial && (
        <div
          role="log"
          aria-label="Reply"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
          className="mt-4 max-h-96 overflow-y-auto border-t pt-4 text-sm"
        >
          {trial.text && <Markdown text={trial.text} />}
          {isBusy && !trial.text && <p className="animate-pulse text-muted">Thinking…</p>}
          {trial.state === "stopped" && <p className="mt-1 text-muted">Stopped.</p>}
          {trial.state === "failed" && (
            <p role="alert" className="mt-1 text-danger">
              {trial.failure ?? "The reply failed."}
            </p>
          )}
        </div>
      )}
      <p className="mt-3 text-sm text-muted">It runs as it stands in the form, in a chat that is not kept.</p>
    </>
  );
}
