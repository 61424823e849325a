"use client";

import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { download, toCsv } from "@/components/admin/usage/csv";
import { type Group, type Period, type Reason, unansweredQuery } from "@/components/data/public-report";
import { useMoments, useTimeZone } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { QueryBoundary } from "@/components/ui/read";
import { Rows, Section } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import type { Key } from "@/lib/platform/words/screens";

const reasons = {
  failed: "failed",
  nothing_found: "nothingFound",
  disliked: "disliked",
  handed_over: "notKnown",
} as const satisfies Record<Reason, Key<"report">>;

type UnansweredQuestion = Group["questions"][number];

export function Unanswered({ chat, period }: { chat: string; period: Period }) {
  const t = useTranslations("report");
  const groups = useQuery(unansweredQuery(chat, period, useTimeZone()));
  return (
    <Section title={t("questions")} help={t("questionsHelp")}>
      <QueryBoundary query={groups} loading={t("loadingQuestions")} className="mt-3 h-24 rounded-xl">
        {(found) =>
          found.length === 0 ? (
            <p className="mt-3 text-sm text-muted">{t("noQuestions")}</p>
          ) : (
            <>
              <Rows label={t("questions")} className="mt-3">
                {found.map((group) => (
                  <GroupRow key={group.questions[0]!.message_id} group={group} />
                ))}
              </Rows>
              <Csv groups={found} />
            </>
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function GroupRow({ group: { count, questions } }: { group: Group }) {
  const t = useTranslations("report");
  const [first, ...others] = questions;
  return (
    <li className="px-4 py-3">
      <QuestionLine question={first!} />
      {others.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit cursor-pointer py-1 text-muted hover:text-ink">
            {t("askedAlike", { count: count - 1 })}
          </summary>
          <ul className="space-y-2 py-2 ps-4">
            {others.map((question) => (
              <li key={question.message_id}>
                <QuestionLine question={question} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function QuestionLine({ question }: { question: UnansweredQuestion }) {
  const t = useTranslations("report");
  const moments = useMoments();
  const { chat_uuid, message_id: id, text, asked_at, reasons: why } = question;
  return (
    <>
      <Link
        href={`/chats/${chat_uuid}?message=${id}#m-${id}`}
        className="line-clamp-3 wrap-anywhere hover:underline"
        dir="auto"
      >
        {text}
      </Link>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
        {why.map((reason) => (
          <Badge key={reason}>{t(reasons[reason])}</Badge>
        ))}
        <time dateTime={asked_at}>{moments.fullTime(asked_at)}</time>
      </p>
    </>
  );
}

function Csv({ groups }: { groups: Group[] }) {
  const t = useTranslations("report");
  const rows = () =>
    groups.flatMap(({ questions }, at) =>
      questions.map(({ text, asked_at, reasons: why }) => [
        at + 1,
        text,
        why.map((reason) => t(reasons[reason])).join(", "),
        asked_at,
      ]),
    );
  const save = () =>
    download("questions.csv", toCsv([[t("group"), t("question"), t("reason"), t("askedAt")], ...rows()]));
  return (
    <Button size="small" className="mt-3" onClick={save}>
      <Download className="size-4" aria-hidden /> {t("downloadCsv")}
      <span className="sr-only">: {t("questions")}</span>
    </Button>
  );
}
