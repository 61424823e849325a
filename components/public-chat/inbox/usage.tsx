"use client";

import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "@/components/data/visitors";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { DayBars } from "@/components/ui/day-bars";
import { Link } from "@/components/ui/link";
import { ErrorState, Loading } from "@/components/ui/states";
import { dateFormat, numberFormat } from "@/lib/platform/words/translate";

export function Usage({ chat }: { chat: string }) {
  const t = useTranslations("publicStaff");
  const problem = useProblem();
  const { data: days, error, refetch } = useQuery(usageQuery(chat));
  if (error && !days)
    return <ErrorState what={t("figuresFailed")} reason={problem(error)} retry={() => void refetch()} />;
  if (!days) return <Loading label={t("loadingFigures")} className="h-28" />;
  const sum = (key: "conversations" | "messages" | "unanswered" | "input_tokens" | "output_tokens") =>
    days.reduce((total, day) => total + day[key], 0);
  const figures = [
    ["conversations", sum("conversations")],
    ["messages", sum("messages")],
    ["unanswered", sum("unanswered")],
    ["tokens", sum("input_tokens") + sum("output_tokens")],
  ] as const;
  const number = numberFormat(t.locale);
  const date = dateFormat(t.locale, { dateStyle: "medium", timeZone: "UTC" });
  const dayName = (day: string) => date.format(new Date(day));
  const most = Math.max(1, ...days.map(({ messages }) => messages));
  return (
    <section aria-label={t("usage")} className="border-t pt-4">
      <h2 className="font-medium">{t("lastDays")}</h2>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{t(name)}</dt>
            <dd className="font-medium tabular-nums">{number.format(value)}</dd>
          </div>
        ))}
      </dl>
      <DayBars
        days={days.map(({ day, messages }) => ({
          day: dayName(day),
          value: messages,
          label: number.format(messages),
        }))}
      />
      <p className="text-xs text-muted">{t("messagesPerDay", { most })}</p>
      <p className="mt-2">
        <Link href={`/chats/${chat}/report`} className="underline underline-offset-2">
          {t("report")}
        </Link>
      </p>
      <div className="sr-only">
        <table>
          <caption>{t("messagesByDay")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              <th scope="col">{t("conversations")}</th>
              <th scope="col">{t("messages")}</th>
              <th scope="col">{t("unanswered")}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, conversations, messages, unanswered }) => (
              <tr key={day}>
                <th scope="row">{dayName(day)}</th>
                <td>{number.format(conversations)}</td>
                <td>{number.format(messages)}</td>
                <td>{number.format(unanswered)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
