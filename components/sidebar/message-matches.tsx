"use client";

import { useQuery } from "@tanstack/react-query";
import { messageSearchQuery } from "@/components/data/search";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { toResultUrl } from "@/components/search/found";
import { Highlighted } from "@/components/search/highlighted";
import { Link } from "@/components/ui/link";
import { Spinner } from "@/components/ui/spinner";

const note = "px-3 py-1.5 text-xs text-muted";

export function MessageMatches({
  search,
  address,
  onGo,
}: {
  search: string;
  address: string;
  onGo: () => void;
}) {
  const t = useTranslations("sidebar");
  const problem = useProblem();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(messageSearchQuery(search));
  const messages = data ?? [];
  const isWaiting = isFetching && (isPlaceholderData || messages.length === 0);
  return (
    <section aria-label={t("messages")} aria-busy={isWaiting}>
      {(data || error || isFetching) && (
        <h2 className="px-3 pt-4 pb-1 text-xs font-medium text-muted">{t("messages")}</h2>
      )}
      {error && !isFetching && (
        <p role="alert" className={note}>
          {problem(error)}{" "}
          <button type="button" className="underline" onClick={() => void refetch()}>
            {t("tryAgain")}
          </button>
        </p>
      )}
      {isWaiting && (
        <p className={note}>
          <Spinner label={t("searchingMessages")} />
        </p>
      )}
      {data?.length === 0 && !isWaiting && <p className={note}>{t("noneOfFilter")}</p>}
      <ul>
        {messages.map((found) => (
          <li key={found.kind === "messages" ? found.message_id : ""}>
            <Link
              href={toResultUrl(found)}
              onClick={onGo}
              className="flex h-9 flex-col justify-center rounded-lg ps-5.5 pe-3 hover:bg-hover pointer-coarse:h-11"
            >
              <span dir="auto" className="truncate-own text-sm leading-4.5">
                <Highlighted text={found.text} ranges={found.highlights} isMarkdown isShort />
              </span>
              <span dir="auto" className="truncate-own text-xs text-muted">
                {found.chat?.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href={`${address}&kind=messages`}
        onClick={onGo}
        className="flex rounded-lg px-3 py-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="min-w-0 wrap-anywhere">{t("searchMessages", { search })}</span>
      </Link>
      <Link
        href={address}
        onClick={onGo}
        className="flex items-center gap-2 rounded-lg px-3 py-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">{t("searchAll", { search })}</span>
        <kbd aria-hidden className="rounded-md border bg-sunken px-1.5 font-mono text-xs text-muted">
          ↵
        </kbd>
      </Link>
      <p role="status" className="sr-only">
        {data && !isWaiting && t("messagesFound", { count: messages.length })}
      </p>
    </section>
  );
}
