import FileText from "lucide-react/icons/file-text";
import Globe from "lucide-react/icons/globe";
import MessageSquare from "lucide-react/icons/message-square";
import type { ReactNode } from "react";
import type { Message } from "@/components/data/thread";
import { DocumentLink } from "@/components/documents/viewer/message-files";
import { formatDuration } from "@/components/i18n/duration";
import { useTranslations } from "@/components/i18n/words";
import { stripMarkdown } from "@/components/markdown/plain";
import { Link } from "@/components/ui/link";
import type { Translate } from "@/lib/platform/words/translate";
import { type Citation, listCitedSources, parseCitations } from "./source-notes";

const row =
  "flex max-w-full items-center gap-1.5 rounded-lg border bg-surface px-2 py-1 text-xs hover:bg-hover pointer-coarse:py-2";

export function Sources({ message }: { message: Message }) {
  const t = useTranslations("chatReplies");
  const all = parseCitations(message.extra);
  if (all.length === 0) return null;
  const cited = listCitedSources(message.message, message.extra);
  if (cited.length > 0) return <List message={message} sources={cited} />;
  return (
    <details className="mt-2 text-sm text-muted">
      <summary className="inline-block rounded-md text-xs underline underline-offset-2 hover:text-ink">
        {t("searched", { count: all.length })}
      </summary>
      <List message={message} sources={all} />
    </details>
  );
}

function List({ message, sources }: { message: Message; sources: Citation[] }) {
  const t = useTranslations("chatReplies");
  return (
    <ol aria-label={t("sources")} className="mt-2 flex flex-wrap gap-2">
      {sources.map((source) => (
        <li key={source.n} id={`source-${message.id}-${source.n}`} className="max-w-full">
          <Place source={source} chat={message.chat_uuid}>
            <span className="font-medium tabular-nums">{source.n}</span>
            <Sign source={source} />
            <span className="truncate" title={stripMarkdown(source.snippet, 400)}>
              {called(t, source)}
            </span>
          </Place>
        </li>
      ))}
    </ol>
  );
}

function Sign({ source: { document_id: document, url } }: { source: Citation }) {
  const Icon = url ? Globe : document === undefined ? MessageSquare : FileText;
  return <Icon className="size-3.5 shrink-0 text-muted" aria-hidden />;
}

function called(t: Translate<"chatReplies">, { title, page, seconds }: Citation): string {
  if (page !== null) return t("sourceAtPage", { title, page });
  return seconds === undefined ? title : t("sourceAtTime", { title, time: formatDuration(seconds) });
}

function Place({ source, chat, children }: { source: Citation; chat: string; children: ReactNode }) {
  const { document_id: document, message_id: id, start, length, page, seconds, url } = source;
  if (url !== undefined) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={row}>
        {children}
      </a>
    );
  }
  if (document !== undefined) {
    const passage = typeof start === "number" && length ? { start, length } : undefined;
    return (
      <DocumentLink id={document} place={{ passage, page: page ?? undefined, seconds }} className={row}>
        {children}
      </DocumentLink>
    );
  }
  if (id === undefined) return <span className={row}>{children}</span>;
  return (
    <Link href={`/chats/${source.chat_uuid ?? chat}?message=${id}#m-${id}`} className={row}>
      {children}
    </Link>
  );
}
