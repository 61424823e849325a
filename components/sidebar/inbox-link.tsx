"use client";

import { useQuery } from "@tanstack/react-query";
import InboxIcon from "lucide-react/icons/inbox";
import { inboxQuery } from "@/components/data/inbox";
import { useTranslations } from "@/components/i18n/words";
import { NavLink } from "@/components/ui/link";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";
import { numberFormat } from "@/lib/platform/words/translate";

/**
 * Link to the inbox with the number of unread conversations; hidden without a public chat.
 * @param rendered Number in the server's HTML, needed for hydration because the cached number may have changed since
 */
export function InboxLink({ rendered, className }: { rendered: number; className: string }) {
  const t = useTranslations("sidebar");
  const { data: inbox } = useQuery(inboxQuery);
  const isHydrating = useIsHydrating();
  if (!inbox || inbox.public_chats.length === 0) return null;
  const unread = isHydrating ? rendered : inbox.unread;
  const format = numberFormat(t.locale);
  return (
    <NavLink href="/inbox" className={className}>
      <InboxIcon className="size-4" aria-hidden />
      <span className="flex-1">{t("inbox")}</span>
      {unread > 0 && (
        <span className="shrink-0 rounded-full bg-highlight px-1.5 text-xs font-semibold text-on-highlight tabular-nums forced-colors:border">
          <span aria-hidden>{unread > 99 ? `${format.format(99)}+` : format.format(unread)}</span>
          <span className="sr-only">{t("inboxUnread", { count: unread })}</span>
        </span>
      )}
    </NavLink>
  );
}
