"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { type JobOf, jobsQuery } from "@/components/data/jobs";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { MAX_JOBS } from "@/lib/chat/jobs/operations";
import { JobForm } from "./job-form";
import { JobRow } from "./job-row";

export function Jobs({ chat }: { chat: Chat }) {
  const t = useTranslations("jobs");
  const problem = useProblem();
  const { data: jobs, error, refetch } = useQuery(jobsQuery(chat.uuid));
  const [edited, setEdited] = useState<JobOf | "new">();
  if (error && !jobs)
    return <ErrorState what={t("loadingFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!jobs) return <Loading label={t("loading")} className="h-40" />;
  if (edited)
    return (
      <JobForm
        key={edited === "new" ? 0 : edited.id}
        chat={chat}
        job={edited === "new" ? undefined : edited}
        onDone={() => setEdited(undefined)}
      />
    );
  const make = (
    <Button size="small" className="self-start" onClick={() => setEdited("new")}>
      {t("new")}
    </Button>
  );
  if (jobs.length === 0)
    return (
      <EmptyState title={t("empty")} action={make}>
        {t("emptyHelp")}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4 pb-4">
      <ul aria-label={t("title")} className="flex flex-col divide-y">
        {jobs.map((job) => (
          <JobRow key={job.id} chat={chat} job={job} onEdit={() => setEdited(job)} />
        ))}
      </ul>
      {jobs.length < MAX_JOBS && make}
    </div>
  );
}
