"use client";

import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type FormEvent, useEffect, useState } from "react";
import type { RunState } from "@/components/data/follow-run";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { repliesApi } from "@/lib/replies/runs/operations";

type SteeringProps = {
  runId: string;
  state: Pick<RunState, "pause" | "finished" | "reasoning_steps">;
  /** The reader started the run. It acts with their permissions, so nobody else may steer it. */
  isMine: boolean;
};

export function Steering({ runId, state, isMine }: SteeringProps) {
  const t = useTranslations("replySteps");
  const say = useToast();
  const { busy, doing } = useBusy<"pause" | "resume" | "tell">();
  const [text, setText] = useState("");
  const [sent, setSent] = useState<string[]>([]);
  const params = { streaming_task_id: runId };
  const told = state.reasoning_steps.flatMap(({ kind, description_md }) =>
    kind === "direction" ? (description_md ?? []) : [],
  );
  const waiting = sent.filter((one) => !told.includes(one));
  useEffect(() => {
    if (state.finished && waiting.length > 0) say(t("late", { text: waiting.join(" ") }));
  }, [state.finished]);
  if (state.finished) return null;
  const [next, Icon, operation] =
    state.pause === null
      ? (["pause", Pause, repliesApi.pauseStream] as const)
      : (["resume", Play, repliesApi.resumeStream] as const);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const direction = text.trim();
    if (direction === "") return;
    void doing("tell", async () => {
      await call(repliesApi.steerStream, { params, body: { text: direction } });
      setSent((before) => [...before, direction]);
      setText("");
    });
  };
  return (
    <div className="mt-2 max-w-xl space-y-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="small"
          busy={busy === next}
          onClick={() => doing(next, () => call(operation, { params }))}
        >
          <Icon className="size-4" aria-hidden /> {t(next)}
        </Button>
        <p role="status" className="text-muted">
          {[state.pause && t(state.pause), waiting.length > 0 && t("waiting")].filter(Boolean).join(" ")}
        </p>
      </div>
      {isMine && (
        <form onSubmit={send} className="flex items-end gap-2">
          <Field label={t("direction")} className="min-w-0 flex-1">
            {(wiring) => (
              <Input
                {...wiring}
                value={text}
                maxLength={4000}
                placeholder={t("directionExample")}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={busy === "tell"} disabled={text.trim() === ""}>
            {t("tell")}
          </Button>
        </form>
      )}
    </div>
  );
}
