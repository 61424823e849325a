"use client";

import type { PublicReportData } from "@/components/data/public-report";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { Rows, Section } from "@/components/ui/section";
import { formatCount } from "./wording";

export function Comments({ comments }: { comments: PublicReportData["comments"] }) {
  const t = useTranslations("report");
  const moments = useMoments();
  if (comments.length === 0) return null;
  return (
    <Section title={t("comments")}>
      <Rows label={t("comments")} className="mt-3">
        {comments.map(({ chat_id, chat_uuid, name, rating, comment, rated_at }) => (
          <li key={chat_id} className="px-4 py-3">
            <p className="wrap-anywhere" dir="auto">
              {comment}
            </p>
            <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
              <span>{t("ofFive", { rating: formatCount(t.locale, rating) })}</span>
              <Link href={`/chats/${chat_uuid}`} className="max-w-full truncate underline underline-offset-2">
                {name}
              </Link>
              <time dateTime={rated_at}>{moments.fullTime(rated_at)}</time>
            </p>
          </li>
        ))}
      </Rows>
    </Section>
  );
}
