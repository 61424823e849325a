"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ImportItem,
  importItemsQuery,
  type ReportedOutcome,
  type ReportItem,
} from "@/components/data/imports";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { PagedList } from "@/components/ui/read";
import { listFormat, type Translate } from "@/lib/platform/words/translate";

export function getReportText(t: Translate<"imports">, of: ImportItem): string {
  const { state, imported, skipped, failed } = of;
  const parts = (["files", "projects", "assistants"] as const).flatMap((part) =>
    of[part] > 0 ? t(part, { count: of[part] }) : [],
  );
  const chats = t("report", { imported, skipped, failed });
  const others = parts.length > 0 && t("alsoImported", { list: listFormat(t.locale).format(parts) });
  const report = others ? `${chats}. ${others}` : chats;
  if (state === "failed") return t("reportFailed", { report });
  return state === "cancelled" ? t("reportCancelled", { report }) : report;
}

export function ImportReport({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  const hasBrought = of.imported + of.projects + of.assistants > 0;
  return (
    <div className="mt-2 space-y-2 text-sm">
      <p>{getReportText(t, of)}</p>
      {of.error && (
        <p className="text-danger">
          <Reason>{of.error}</Reason>
        </p>
      )}
      {of.left_out > 0 && <Items of={of} outcome="left_out" title={t("leftOut", { count: of.left_out })} />}
      {of.left_out === 0 && of.failures.length > 0 && <Failures of={of} />}
      {hasBrought && <Items of={of} outcome="imported" title={t("brought")} />}
      {of.chats.length > 0 && <FirstChats of={of} />}
    </div>
  );
}

function FirstChats({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  return (
    <ul aria-label={t("chatsOf", { file: of.file_name })} className="flex flex-wrap gap-x-4 gap-y-1">
      {of.chats.map(({ uuid, name }) => (
        <li key={uuid} className="min-w-0">
          <ReportLink href={`/chats/${uuid}`}>{name}</ReportLink>
        </li>
      ))}
      {of.imported > of.chats.length && <li className="text-muted">{t("andOthers")}</li>}
    </ul>
  );
}

const ReportLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="text-accent underline underline-offset-2 wrap-anywhere">
    {children}
  </Link>
);

type ItemsProps = { of: ImportItem; outcome: ReportedOutcome; title: string };

// The report may be long, so it is loaded when it is opened.
function Items({ of, outcome, title }: ItemsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-muted hover:text-ink">{title}</summary>
      {isOpen && <ItemList id={of.id} outcome={outcome} />}
    </details>
  );
}

// Imports of earlier versions have no list of what they left out.
function Failures({ of: { failures, failed } }: { of: ImportItem }) {
  const t = useTranslations("imports");
  return (
    <details>
      <summary className="cursor-pointer text-muted hover:text-ink">
        {t("leftOut", { count: failed })}
      </summary>
      <ul className="mt-2 space-y-2">
        {failures.map(({ title, reason }, at) => (
          <li key={at} className="text-sm">
            <p className="font-medium wrap-anywhere">{title}</p>
            <p className="text-muted wrap-anywhere">
              <Reason>{reason}</Reason>
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ItemList({ id, outcome }: { id: number; outcome: ReportedOutcome }) {
  const t = useTranslations("imports");
  const items = useInfiniteQuery(importItemsQuery(id, outcome));
  return (
    <PagedList query={items} loading={t("loadingItems")} empty={t("noItems")}>
      {(item) => <ItemRow item={item} />}
    </PagedList>
  );
}

const kinds = {
  chat: "kindChat",
  file: "kindFile",
  project: "kindProject",
  assistant: "kindAssistant",
} as const;

function ItemRow({ item }: { item: ReportItem }) {
  const t = useTranslations("imports");
  const { kind, title, reason, chat, project, assistant } = item;
  const href =
    (kind === "chat" && chat && `/chats/${chat.uuid}`) ||
    (project && `/projects/${project.uuid}`) ||
    (assistant && `/assistants/${assistant.id}`);
  return (
    <div className="text-sm">
      <p className="wrap-anywhere">
        <span className="text-muted">{t(kinds[kind])}:</span>{" "}
        {href ? <ReportLink href={href}>{title}</ReportLink> : <span className="font-medium">{title}</span>}
        {kind === "file" && chat && (
          <>
            {" "}
            {t.rich("inChat", {
              chat: chat.name,
              link: (text) => (
                <Link href={`/chats/${chat.uuid}`} className="text-accent underline underline-offset-2">
                  {text}
                </Link>
              ),
            })}
          </>
        )}
      </p>
      {reason && (
        <p className="text-muted wrap-anywhere">
          <Reason>{reason}</Reason>
        </p>
      )}
    </div>
  );
}
