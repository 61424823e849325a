"use client";

import Link from "next/link";
import type { Visitor } from "@/components/data/visitors";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { stripMarkdown } from "@/components/markdown/plain";
import { Badge } from "@/components/ui/states";
import { getLanguageName } from "./language-name";

export function ConversationRow({
  visitor,
  href,
  isOpen = false,
  hasChat = false,
}: {
  visitor: Visitor;
  href: string;
  isOpen?: boolean;
  /** Shows the public chat's name, because the list contains several. */
  hasChat?: boolean;
}) {
  const t = useTranslations("publicStaff");
  const moments = useMoments();
  const { last_message: last, unread_count: unread, page, language } = visitor;
  const at = last?.created_at ?? visitor.started_at;
  const from = [
    hasChat && visitor.public_chat_name,
    page && withoutProtocol(page),
    language && getLanguageName(t.locale, language),
  ].filter(Boolean);
  return (
    <li>
      <Link
        href={href}
        data-conversation={visitor.chat_uuid}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        className="flex flex-col gap-0.5 rounded-lg px-2 py-2 hover:bg-hover aria-[current]:bg-hover"
      >
        <span className="flex items-baseline gap-2">
          <span dir="auto" className={`min-w-0 truncate-own ${unread > 0 ? "font-semibold" : "font-medium"}`}>
            {visitor.name}
          </span>
          <time
            dateTime={at}
            title={moments.fullTime(at)}
            className="ms-auto shrink-0 text-xs whitespace-nowrap text-muted"
          >
            {moments.latest(at)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-muted">
          <span className="min-w-0 truncate">
            {last && t(said[last.user_type], { text: stripMarkdown(last.message, 120) })}
          </span>
          {unread > 0 && (
            <span className="ms-auto shrink-0">
              <Badge tone="accent">
                {t.rich("unreadCount", {
                  count: unread,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </Badge>
            </span>
          )}
        </span>
        <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
          {from.length > 0 && <span className="min-w-0 truncate">{from.join(" · ")}</span>}
          <Marks visitor={visitor} />
        </span>
      </Link>
    </li>
  );
}

function Marks({ visitor }: { visitor: Visitor }) {
  const t = useTranslations("publicStaff");
  const inbox = useTranslations("inbox");
  const moments = useMoments();
  const { status, snoozed_until: until, waiting_since: since, assigned_to: assignee } = visitor;
  return (
    <>
      {since && <Badge tone="warning">{inbox("waitingSince", { time: moments.latest(since) })}</Badge>}
      {until && <Badge>{inbox("snoozedUntil", { time: moments.fullTime(until) })}</Badge>}
      {status === "closed" && <Badge>{inbox("closed")}</Badge>}
      {assignee && <Badge tone="accent">{inbox("assignedTo", { name: assignee.full_name })}</Badge>}
      {visitor.is_taken_over && <Badge>{t("takenOver")}</Badge>}
      {visitor.is_blocked && <Badge tone="danger">{t("blocked")}</Badge>}
    </>
  );
}

const said = {
  guest: "visitorSaid",
  assistant: "assistantSaid",
  user: "teamSaid",
  system: "noteSaid",
} as const;
const withoutProtocol = (page: string) => page.replace(/^https?:\/\//, "");
