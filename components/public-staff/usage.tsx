"use client";

import { useQuery } from "@tanstack/react-query";
import { usageQuery } from "@/components/data/visitors";
import { DayBars } from "@/components/ui/day-bars";
import { ErrorState, Loading } from "@/components/ui/states";

const number = new Intl.NumberFormat("en-GB");

/** What visitors used a public chat for in the last days: messages as bars, and in a table for those who do not see them. */
export function Usage({ chat }: { chat: string }) {
  const { data: days, error, refetch } = useQuery(usageQuery(chat));
  if (error && !days)
    return (
      <ErrorState what="The figures cannot be read." reason={error.message} retry={() => void refetch()} />
    );
  if (!days) return <Loading label="Reading the figures" className="h-28" />;
  const sum = (key: "conversations" | "messages" | "unanswered" | "input_tokens" | "output_tokens") =>
    days.reduce((total, day) => total + day[key], 0);
  const figures = {
    Conversations: sum("conversations"),
    Messages: sum("messages"),
    Unanswered: sum("unanswered"),
    Tokens: sum("input_tokens") + sum("output_tokens"),
  };
  const most = Math.max(1, ...days.map(({ messages }) => messages));
  return (
    <section aria-label="Use in the last 30 days" className="border-t pt-4">
      <h2 className="font-medium">Last 30 days</h2>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {Object.entries(figures).map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{number.format(value)}</dd>
          </div>
        ))}
      </dl>
      <DayBars
        days={days.map(({ day, messages }) => ({ day, value: messages, label: number.format(messages) }))}
      />
      <p className="text-xs text-muted">Messages a day, at most {number.format(most)}</p>
      <div className="sr-only">
        <table>
          <caption>Messages of visitors by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Conversations</th>
              <th scope="col">Messages</th>
              <th scope="col">Unanswered</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, conversations, messages, unanswered }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td>{conversations}</td>
                <td>{messages}</td>
                <td>{unanswered}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
