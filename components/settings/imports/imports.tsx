"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useEffect, useRef } from "react";
import { importsQuery, refreshImports } from "@/components/data/imports";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { QueryList } from "@/components/ui/read";
import { Card, PageSection, Section } from "@/components/ui/section";
import { buildPath } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import { ImportForm } from "./import-form";
import { getReportText } from "./import-report";
import { ImportRow } from "./import-row";

export function Imports() {
  const t = useTranslations("imports");
  const list = useQuery(importsQuery);
  return (
    <PageSection title={t("title")} lead={t("lead")}>
      <Section title={t("importChats")} className="space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">{t("importHelp")}</p>
          <ImportForm />
        </Card>
      </Section>
      <Section title={t("yourImports")}>
        <QueryList query={list} loading={t("loading")} empty={t("empty")}>
          {(each) => <ImportRow of={each} />}
        </QueryList>
        <Announcement />
      </Section>
      <Section title={t("exportAll")} className="mt-8 space-y-3">
        <Card className="space-y-4">
          <p className="text-sm text-muted">{t("exportHelp")}</p>
          {/* A plain link, so that the browser streams an export of any size to disk. */}
          <a href={buildPath(messagesApi.exportChats, {})} download className={getButtonClass()}>
            <Download className="size-4" aria-hidden /> {t("exportAll")}
          </a>
        </Card>
      </Section>
    </PageSection>
  );
}

// Announces finished imports to screen readers and refreshes the chat list.
function Announcement() {
  const t = useTranslations("imports");
  const client = useQueryClient();
  const { data = [] } = useQuery(importsQuery);
  const running = useRef(new Set<number>());
  const ended = data.filter(({ id, state }) => state !== "running" && running.current.has(id));
  const { length: count, 0: newest } = ended;
  useEffect(() => {
    for (const { id, state } of data) if (state === "running") running.current.add(id);
  }, [data]);
  useEffect(() => {
    if (count > 0) void refreshImports(client);
  }, [count, client]);
  return (
    <p role="status" className="sr-only">
      {newest &&
        (newest.state === "ready"
          ? t("ready", { file: newest.file_name })
          : t("announcement", { file: newest.file_name, report: getReportText(t, newest) }))}
    </p>
  );
}
