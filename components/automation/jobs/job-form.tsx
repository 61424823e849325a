"use client";

import { useState } from "react";
import type { Chat } from "@/components/data/chats";
import { type JobOf, useRefreshJobs } from "@/components/data/jobs";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Options, Select, Textarea } from "@/components/ui/field";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { jobsApi, MAX_PROMPT_LENGTH } from "@/lib/chat/jobs/operations";
import { JobResults, toDestinations, useRecipients } from "./job-results";
import {
  listWeekdayNames,
  newTimes,
  parseCron,
  type Repeats,
  repeats,
  type Times,
  toCron,
  toLocalMoment,
} from "./times";

const AN_HOUR = 3_600_000;
const beginning = (job: JobOf | undefined): Times => {
  const soon = { ...newTimes, moment: toLocalMoment(new Date(Date.now() + AN_HOUR)) };
  if (!job) return soon;
  if (job.cron) return { ...soon, ...parseCron(job.cron), moment: soon.moment };
  const moment = job.next_run_at ? toLocalMoment(new Date(job.next_run_at)) : soon.moment;
  return { ...soon, repeats: "once", moment };
};

const createDraft = (job: JobOf | undefined, myId: number) => ({
  name: job?.name ?? "",
  prompt: job?.prompt ?? "",
  assistant: String(job?.virtual_assistant_id ?? ""),
  times: beginning(job),
  ...toDestinations(job, myId),
});

function toBody({ name, prompt, assistant, times, postTo }: ReturnType<typeof createDraft>) {
  const cron = toCron(times);
  return {
    name,
    prompt,
    virtual_assistant_id: assistant ? Number(assistant) : null,
    post_to_chat_id: postTo ? Number(postTo) : null,
    ...(cron === undefined ? { run_at: new Date(times.moment).toISOString() } : { cron }),
  };
}

// Maps the API's field names to the form's.
const FORM_FIELDS = {
  cron: "times",
  run_at: "times",
  time_zone: "times",
  virtual_assistant_id: "assistant",
  mail_to_user_ids: "mailTo",
  post_to_chat_id: "postTo",
} as const;

type JobFormProps = { chat: Chat; job: JobOf | undefined; onDone: () => void };

export function JobForm({ chat, job, onDone }: JobFormProps) {
  const t = useTranslations("jobs");
  const { assistants, me } = usePeople();
  const listIds = useRecipients(chat, job);
  const changed = useRefreshJobs();
  const [draft, setDraft] = useState(() => createDraft(job, me.id));
  const zone = job?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { faults, set, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: (sent) => {
      const body = { ...toBody(sent), time_zone: zone, mail_to_user_ids: listIds(sent.mailTo) };
      const params = { chat_id: chat.uuid };
      return job
        ? call(jobsApi.updateJob, { params: { ...params, job_id: job.id }, body })
        : call(jobsApi.createJob, { params, body });
    },
    onSaved: async () => {
      await changed();
      onDone();
    },
    names: FORM_FIELDS,
  });
  return (
    <form
      {...wiring}
      noValidate={false}
      className="flex flex-col gap-4 pb-4"
      aria-label={job ? t("editNamed", { name: job.name }) : t("new")}
    >
      <Field label={t("name")} error={faults.name}>
        {(wiring) => (
          <Input
            {...wiring}
            required
            autoFocus
            {...text("name")}
            maxLength={100}
            placeholder={t("nameExample")}
          />
        )}
      </Field>
      <Field label={t("prompt")} help={t("promptHelp")} error={faults.prompt}>
        {(wiring) => (
          <Textarea {...wiring} required rows={4} {...text("prompt")} maxLength={MAX_PROMPT_LENGTH} />
        )}
      </Field>
      <When times={draft.times} zone={zone} fault={faults.times} onTimes={(times) => set({ times })} />
      <Field label={t("assistant")} error={faults.assistant}>
        {(wiring) => (
          <Select {...wiring} {...text("assistant")}>
            <option value="">{t("chatAssistant")}</option>
            <Options of={assistants} />
          </Select>
        )}
      </Field>
      <JobResults chat={chat} job={job} value={draft} faults={faults} onChange={set} />
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(job ? "save" : "schedule")}
        </Button>
        <Button onClick={onDone}>{t("cancel")}</Button>
      </div>
    </form>
  );
}

type WhenProps = { times: Times; zone: string; fault: string | undefined; onTimes: (times: Times) => void };

function When({ times, zone, fault, onTimes }: WhenProps) {
  const t = useTranslations("jobs");
  const set = (change: Partial<Times>) => onTimes({ ...times, ...change });
  return (
    <fieldset className="flex flex-col gap-4">
      <Field label={t("when")} help={t("whenHelp", { zone })} error={fault}>
        {(wiring) => (
          <Select
            {...wiring}
            value={times.repeats}
            onChange={(event) => set({ repeats: event.target.value as Repeats })}
          >
            {repeats.map((key) => (
              <option key={key} value={key}>
                {t(key)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <MomentFields times={times} set={set} />
    </fieldset>
  );
}

function MomentFields({ times, set }: { times: Times; set: (change: Partial<Times>) => void }) {
  const t = useTranslations("jobs");
  const isPlain = !["once", "cron"].includes(times.repeats);
  return (
    <div className="flex flex-wrap gap-4">
      {times.repeats === "weekly" && (
        <Field label={t("day")} className="flex-1">
          {(wiring) => (
            <Select
              {...wiring}
              value={times.weekday}
              onChange={(event) => set({ weekday: event.target.value })}
            >
              {listWeekdayNames(t.locale).map((name, number) => (
                <option key={name} value={number}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {times.repeats === "monthly" && (
        <Field label={t("dayOfMonth")} className="flex-1">
          {(wiring) => (
            <Input
              {...wiring}
              type="number"
              required
              min={1}
              max={31}
              value={times.day}
              onChange={(event) => set({ day: event.target.value })}
            />
          )}
        </Field>
      )}
      {isPlain && (
        <Field label={t("time")} className="flex-1">
          {(wiring) => (
            <Input
              {...wiring}
              type="time"
              required
              value={times.time}
              onChange={(event) => set({ time: event.target.value })}
            />
          )}
        </Field>
      )}
      {times.repeats === "once" && (
        <Field label={t("dateAndTime")} className="flex-1">
          {(wiring) => (
            <Input
              {...wiring}
              type="datetime-local"
              required
              value={times.moment}
              onChange={(event) => set({ moment: event.target.value })}
            />
          )}
        </Field>
      )}
      {times.repeats === "cron" && (
        <Field label={t("cron")} help={t("cronHelp")} className="flex-1">
          {(wiring) => (
            <Input
              {...wiring}
              required
              value={times.cron}
              maxLength={100}
              className="font-mono"
              onChange={(event) => set({ cron: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
