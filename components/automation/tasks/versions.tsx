"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePeople } from "@/components/data/people";
import { type Version, versionsQuery, type WholeTask } from "@/components/data/tasks";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Select } from "@/components/ui/field";
import { Badge, ErrorState, Loading } from "@/components/ui/states";
import { diffLines, type Line } from "./difference";
import { formatVersion, getFieldLabel } from "./field-texts";

export function Versions({ task }: { task: WholeTask }) {
  const t = useTranslations("tasks");
  const problem = useProblem();
  const { data, error, refetch } = useQuery(versionsQuery(task.id));
  return (
    <section aria-labelledby="versions-title" className="mt-10">
      <h2 id="versions-title" className="font-semibold">
        {t("versions")}
      </h2>
      {error && (
        <ErrorState what={t("versionsFailed")} reason={problem(error)} retry={() => void refetch()} />
      )}
      {!data && !error && <Loading label={t("loadingVersions")} className="mt-3 h-24 rounded-xl" />}
      {data && <VersionList versions={data} />}
      {data && data.length > 1 && <Compare key={data.length} versions={data} />}
    </section>
  );
}

function VersionList({ versions }: { versions: Version[] }) {
  const t = useTranslations("tasks");
  const moments = useMoments();
  return (
    <ol className="mt-3 divide-y rounded-xl border bg-surface">
      {versions.map(({ version_number, created_by, created_at }, at) => (
        <li key={version_number} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
          <span className="font-medium">{t("version", { version: version_number })}</span>
          {at === 0 && <Badge tone="accent">{t("latest")}</Badge>}
          <span className="text-muted">
            {created_by?.full_name ?? t("formerMember")} ·{" "}
            <time dateTime={created_at} title={moments.fullTime(created_at)}>
              {moments.day(created_at)}
            </time>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Compare({ versions }: { versions: Version[] }) {
  const t = useTranslations("tasks");
  const s = useTranslations("chatSettings");
  const { assistants } = usePeople();
  const [from, setFrom] = useState(versions[1]!.version_number);
  const [to, setTo] = useState(versions[0]!.version_number);
  const of = (number: number) => versions.find(({ version_number }) => version_number === number)!;
  const before = formatVersion(s, of(from), assistants);
  const changes = formatVersion(s, of(to), assistants).flatMap(({ field, text }, at) =>
    before[at]!.text === text ? [] : { field, lines: diffLines(before[at]!.text, text) },
  );
  const choice = (which: "from" | "to", value: number, choose: (number: number) => void) => (
    <span className="flex items-center gap-2">
      {t(which)}
      <Select
        value={value}
        onChange={(event) => choose(Number(event.target.value))}
        className="w-auto"
        aria-label={t(`${which}Version`)}
      >
        {versions.map(({ version_number: number }) => (
          <option key={number} value={number}>
            {t("version", { version: number })}
          </option>
        ))}
      </Select>
    </span>
  );
  return (
    <section aria-labelledby="compare-title" className="mt-8">
      <h3 id="compare-title" className="font-semibold">
        {t("changes")}
      </h3>
      <div className="mt-2 flex flex-wrap items-center gap-3 text-sm">
        {choice("from", from, setFrom)}
        {choice("to", to, setTo)}
      </div>
      <div className="mt-4 space-y-4" aria-live="polite">
        {changes.length === 0 && <p className="text-sm text-muted">{t("noDifferences")}</p>}
        {changes.map(({ field, lines }) => (
          <figure key={field}>
            <figcaption className="text-sm text-muted">{getFieldLabel(s, field)}</figcaption>
            <Lines lines={lines} />
          </figure>
        ))}
      </div>
    </section>
  );
}

const looks = {
  same: { sign: " ", said: undefined, className: "text-muted" },
  added: { sign: "+", said: "added", className: "bg-success-soft text-success" },
  removed: { sign: "−", said: "removed", className: "bg-danger-soft text-danger line-through" },
} as const;
const AROUND = 2;

function Lines({ lines }: { lines: Line[] }) {
  const t = useTranslations("tasks");
  const near = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
  return (
    <ol
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-1 max-h-96 overflow-y-auto rounded-xl border bg-surface py-1 font-mono text-sm"
    >
      {lines.map(({ kind, text }, at) => {
        if (!near(at))
          return near(at - 1) || at === 0 ? (
            <li key={at} className="px-4 text-muted">
              …
            </li>
          ) : null;
        const { sign, said, className } = looks[kind];
        return (
          <li key={at} className={`flex gap-3 px-4 py-0.5 ${className}`}>
            <span aria-hidden className="w-3 shrink-0 no-underline select-none">
              {sign}
            </span>
            <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              {said && <span className="sr-only">{t(said)} </span>}
              {text}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
