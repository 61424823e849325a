import GitBranch from "lucide-react/icons/git-branch";
import type { Chat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Mark } from "./marks";

const linkClass = "font-medium text-accent underline-offset-2 hover:underline";
type From = NonNullable<Chat["branched_from"]>;

export function BranchedFrom({ from: { chat, message_id: id } }: { from: From }) {
  const t = useTranslations("chat");
  return (
    <Mark>
      {chat
        ? t.rich("branchedFrom", {
            chat: chat.name,
            link: (text) => (
              <Link
                href={id === null ? `/chats/${chat.uuid}` : `/chats/${chat.uuid}?message=${id}#m-${id}`}
                className={linkClass}
              >
                {text}
              </Link>
            ),
          })
        : t("branchedFromHidden")}
    </Mark>
  );
}

export function Branches({ branches, isEnd }: { branches: Chat["branches"]; isEnd: boolean }) {
  const t = useTranslations("chat");
  return (
    <ul aria-label={t("branches")} className="flex flex-col gap-1 pt-1 text-xs text-muted">
      {branches.map(({ chat }, at) => (
        <li
          key={chat?.uuid ?? at}
          className={cx("flex items-center gap-1.5 wrap-anywhere", isEnd ? "justify-end" : "sm:ms-10")}
        >
          <GitBranch className="size-3.5 shrink-0" aria-hidden />
          {chat ? (
            <Link href={`/chats/${chat.uuid}`} className={linkClass}>
              {chat.name}
            </Link>
          ) : (
            t("branchedToHidden")
          )}
        </li>
      ))}
    </ul>
  );
}
