"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { type JobOf, type RunOf, runsQuery, useRefreshJobs } from "@/components/data/jobs";
import { usePeople } from "@/components/data/people";
import { useProblem } from "@/components/i18n/problem";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Badge, Loading } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { jobsApi } from "@/lib/chat/jobs/operations";
import { formatSchedule } from "./times";

type JobRowProps = { chat: Chat; job: JobOf; onEdit: () => void };

export function JobRow({ chat, job, onEdit }: JobRowProps) {
  const t = useTranslations("jobs");
  const problem = useProblem();
  const { me } = usePeople();
  const moments = useMoments();
  const [showsRuns, setShowsRuns] = useState(false);
  const changed = useRefreshJobs();
  const params = { chat_id: chat.uuid, job_id: job.id };
  const pause = useMutation({
    mutationFn: (paused: boolean) => call(jobsApi.updateJob, { params, body: { paused } }),
    onSettled: changed,
  });
  const run = useMutation({ mutationFn: () => call(jobsApi.runJob, { params }), onSettled: changed });
  const remove = () => call(jobsApi.removeJob, { params }).then(changed);
  const isMine = job.created_by.id === me.id;
  const canStop = isMine || chat.my_role !== "member";
  const error = pause.error ?? run.error;
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0" aria-label={job.name}>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{job.name}</span>
        {job.state === "paused" && <Badge tone="warning">{t("paused")}</Badge>}
        {job.state === "done" && <Badge>{t("done")}</Badge>}
        {job.last_run?.status === "failed" && <Badge tone="danger">{t("failed")}</Badge>}
      </p>
      <p className="text-muted">
        {job.cron ? `${formatSchedule(t, job.cron)} (${job.time_zone})` : t("once")}
        {job.next_run_at && ` · ${t("next", { time: moments.fullTime(job.next_run_at) })}`}
      </p>
      <p className="line-clamp-2 text-muted wrap-anywhere">
        {t(isMine ? "asksMine" : "asks", { name: job.created_by.full_name, prompt: job.prompt })}
      </p>
      <div className="flex flex-wrap gap-2">
        {isMine && (
          <>
            <Button size="small" busy={run.isPending} onClick={() => run.mutate()}>
              {t("runNow")}
            </Button>
            <Button size="small" onClick={onEdit}>
              {t("edit")}
            </Button>
          </>
        )}
        {canStop && job.state !== "done" && (
          <Button size="small" busy={pause.isPending} onClick={() => pause.mutate(job.state === "active")}>
            {t(job.state === "active" ? "pause" : "resume")}
          </Button>
        )}
        <Button size="small" aria-expanded={showsRuns} onClick={() => setShowsRuns(!showsRuns)}>
          {t("history")}
        </Button>
        {canStop && (
          <ConfirmButton
            size="small"
            action={t("remove")}
            question={t("removeTitle", { name: job.name })}
            onConfirm={remove}
          >
            {t("removeHelp")}
          </ConfirmButton>
        )}
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {problem(error)}
        </p>
      )}
      {showsRuns && <Runs chat={chat} job={job} />}
    </li>
  );
}

function Runs({ chat, job }: Omit<JobRowProps, "onEdit">) {
  const t = useTranslations("jobs");
  const problem = useProblem();
  const { data: runs, error } = useQuery(runsQuery(chat.uuid, job.id));
  if (error && !runs)
    return (
      <p role="alert" className="text-danger">
        {problem(error)}
      </p>
    );
  if (!runs) return <Loading label={t("loadingHistory")} className="h-10" />;
  if (runs.length === 0) return <p className="text-muted">{t("neverRan")}</p>;
  return (
    <ul
      aria-label={t("runs", { name: job.name })}
      className="flex flex-col gap-1.5 rounded-xl bg-sunken px-3 py-2"
    >
      {runs.map((run) => (
        <Run key={run.id} chat={chat} run={run} />
      ))}
    </ul>
  );
}

const states = { running: "running", completed: "answered", failed: "failed" } as const;
const tones = { running: "accent", completed: "success", failed: "danger" } as const;

function Run({ chat, run }: { chat: Chat; run: RunOf }) {
  const t = useTranslations("jobs");
  const moments = useMoments();
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <span>{moments.fullTime(run.started_at)}</span>
      <Badge tone={tones[run.status]}>{t(states[run.status])}</Badge>
      {run.is_manual && <span className="text-muted">{t("manual")}</span>}
      {run.message_id !== null && (
        <Link
          className="underline"
          href={`/chats/${chat.uuid}?message=${run.message_id}#m-${run.message_id}`}
          prefetch={false}
        >
          {t("message")}
        </Link>
      )}
      {run.error && (
        <span className="w-full text-danger wrap-anywhere">
          <Reason>{run.error}</Reason>
        </span>
      )}
    </li>
  );
}
