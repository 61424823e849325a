"use client";

import FileText from "lucide-react/icons/file-text";
import MessageSquare from "lucide-react/icons/message-square";
import MessagesSquare from "lucide-react/icons/messages-square";
import type { FoundItem } from "@/components/data/search";
import { formatDuration } from "@/components/i18n/duration";
import type { Moments } from "@/components/i18n/moments";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import type { Translate } from "@/lib/platform/words/translate";
import { toResultUrl } from "./found";
import { Highlighted } from "./highlighted";

const icons = { chats: MessagesSquare, messages: MessageSquare, documents: FileText };

export function Result({ found }: { found: FoundItem }) {
  const t = useTranslations("search");
  const moments = useMoments();
  const Icon = icons[found.kind];
  const { title, facts } = describeItem(t, found, moments);
  return (
    <Link
      href={toResultUrl(found)}
      data-result
      className="flex gap-3 rounded-xl border bg-surface p-3 transition-colors hover:border-line-strong hover:bg-hover"
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 font-medium wrap-anywhere">
            {found.kind === "chats" ? <Highlighted text={found.text} ranges={found.highlights} /> : title}
          </span>
          <span className="text-xs text-muted">{facts}</span>
        </span>
        {found.kind !== "chats" && (
          <span className="mt-0.5 line-clamp-3 text-sm wrap-anywhere">
            <Highlighted text={found.text} ranges={found.highlights} isMarkdown isShort />
          </span>
        )}
      </span>
    </Link>
  );
}

function describeItem(
  t: Translate<"search">,
  item: FoundItem,
  moments: Moments,
): { title: string; facts: string } {
  switch (item.kind) {
    case "chats":
      return { title: item.text, facts: "" };
    case "messages": {
      const facts = [item.chat.name, moments.day(item.created_at)];
      return { title: item.author ?? t("unknownAuthor"), facts: facts.join(" · ") };
    }
    case "documents": {
      const facts = [
        item.page !== null && t("page", { page: item.page }),
        item.seconds !== null && t("at", { time: formatDuration(item.seconds) }),
        item.chat?.name ?? t("library"),
      ];
      return { title: item.file_name, facts: facts.filter(Boolean).join(" · ") };
    }
  }
}
