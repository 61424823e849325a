"use client";

import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useId, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Field, Input, SwitchField } from "@/components/ui/field";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { dateFormat } from "@/lib/platform/words/translate";
import type { findFaults } from "./faults";

type Hours = NonNullable<Publication["hours"]>;
type Span = Hours["days"][number][number];

const DAY = 1440;
const NINE_TO_FIVE: Span = { from: 540, to: 1020 };
const MAX_SPANS_PER_DAY = 4;
// A Monday in UTC, the base of the weekday names.
const MONDAY = Date.UTC(2024, 0, 1);

export function HoursField({
  value,
  faults,
  onChange,
}: {
  value: Publication["hours"];
  faults: ReturnType<typeof findFaults>;
  onChange: (value: Publication["hours"]) => void;
}) {
  const t = useTranslations("publish");
  const list = useId();
  // Filled on focus rather than during render, because the server's list of zones may differ.
  const [zones, setZones] = useState<string[]>([]);
  return (
    <>
      <SwitchField
        label={t("hasHours")}
        help={t("hasHoursHelp")}
        value={value !== null}
        onChange={(on) => onChange(on ? usualHours() : null)}
      />
      {value && (
        <>
          <Field label={t("timeZone")} error={faults.time_zone}>
            {(wiring) => (
              <>
                <Input
                  {...wiring}
                  list={list}
                  value={value.time_zone}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  onFocus={() => setZones(Intl.supportedValuesOf("timeZone"))}
                  onChange={({ target }) => onChange({ ...value, time_zone: target.value })}
                />
                <datalist id={list}>
                  {zones.map((zone) => (
                    <option key={zone} value={zone} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <ul aria-label={t("hours")} className="divide-y divide-line rounded-xl border bg-surface">
            {value.days.map((spans, day) => (
              <Day
                key={day}
                day={day}
                spans={spans}
                fault={faults[`day${day}`]}
                onChange={(next) =>
                  onChange({ ...value, days: value.days.map((one, at) => (at === day ? next : one)) })
                }
              />
            ))}
          </ul>
          {faults.days && (
            <p role="alert" className="text-danger">
              {faults.days}
            </p>
          )}
        </>
      )}
    </>
  );
}

function Day({
  day,
  spans,
  fault,
  onChange,
}: {
  day: number;
  spans: Span[];
  fault: string | undefined;
  onChange: (spans: Span[]) => void;
}) {
  const t = useTranslations("publish");
  const name = dateFormat(t.locale, { weekday: "long", timeZone: "UTC" }).format(MONDAY + day * 86_400_000);
  const write = (at: number, part: Partial<Span>) =>
    onChange(spans.map((span, place) => (place === at ? { ...span, ...part } : span)));
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2">
      <span className="w-28 pt-2.5 font-medium">{name}</span>
      <div className="min-w-0 flex-1 space-y-2">
        {spans.length === 0 && <p className="pt-2.5 text-muted">{t("closed")}</p>}
        {spans.map(({ from, to }, at) => (
          <div key={at} className="flex flex-wrap items-center gap-1">
            <Time
              label={t("from", { day: name })}
              value={from}
              onChange={(next) => write(at, { from: next })}
            />
            <span aria-hidden>–</span>
            <Time
              label={t("to", { day: name })}
              value={to}
              // At the end of a range, 00:00 means the end of the day.
              onChange={(next) => write(at, { to: next || DAY })}
            />
            <IconButton
              label={t("removeHours", { day: name })}
              onClick={() => onChange(spans.filter((_, place) => place !== at))}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        {fault && (
          <p role="alert" className="text-danger">
            {fault}
          </p>
        )}
      </div>
      {spans.length < MAX_SPANS_PER_DAY && (
        <IconButton label={t("addHours", { day: name })} onClick={() => onChange([...spans, after(spans)])}>
          <Plus aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

const Time = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (minutes: number) => void;
}) => (
  <Input
    type="time"
    required
    aria-label={label}
    value={`${twoDigits(Math.floor(value / 60) % 24)}:${twoDigits(value % 60)}`}
    className="w-28"
    onChange={({ target }) => {
      const [hours, minutes] = target.value.split(":").map(Number);
      // An emptied field keeps its time.
      if (minutes !== undefined) onChange(hours! * 60 + minutes);
    }}
  />
);

const twoDigits = (number: number) => String(number).padStart(2, "0");

function after(spans: Span[]): Span {
  const end = spans.at(-1)?.to;
  if (end === undefined) return NINE_TO_FIVE;
  const from = Math.min(end + 60, DAY - 60);
  return { from, to: Math.min(from + 240, DAY) };
}

// Returns common working hours in the browser's time zone.
const usualHours = (): Hours => ({
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  days: Array.from({ length: 7 }, (_, day) => (day < 5 ? [NINE_TO_FIVE] : [])),
});
