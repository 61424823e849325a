"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type StorageUse, storageQuery } from "@/components/data/usage";
import { useTranslations } from "@/components/i18n/words";
import { FiguresTable } from "@/components/ui/figures-table";
import { QueryBoundary } from "@/components/ui/read";
import { Section } from "@/components/ui/section";
import { formatBytes } from "@/components/ui/size";
import type { Key } from "@/lib/platform/words/screens";
import { numberFormat } from "@/lib/platform/words/translate";
import { UsedBar } from "./used-bar";

// Percentage of a limit from which its bar shows a warning.
const WARNING_PERCENT = 80;

const kinds: Partial<Record<StorageUse["kind"], Key<"usage">>> = {
  uploads: "storedUploads",
  connectors: "storedConnectors",
  imports: "storedImports",
  mails: "storedMails",
  responses: "storedResponses",
  keys: "storedKeys",
  sessions: "storedSessions",
};

export function Storage() {
  const t = useTranslations("usage");
  const report = useQuery(storageQuery);
  return (
    <Section title={t("storage")} help={t("storageHelp")}>
      <QueryBoundary query={report} loading={t("loadingStorage")} className="mt-3 h-48 rounded-xl">
        {({ group, account }) => (
          <>
            {group && <StorageSection title={t("storageOfGroup")} uses={group} />}
            <StorageSection title={t("storageOfAccount")} uses={account} />
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

const toPercent = (bytes: number, max: number) => Math.min(100, Math.floor((bytes / max) * 100));

function StorageSection({ title, uses }: { title: string; uses: StorageUse[] }) {
  const t = useTranslations("usage");
  const titleId = useId();
  const percent = numberFormat(t.locale, { style: "percent" });
  const total = uses.find(({ kind }) => kind === "total");
  return (
    <section aria-labelledby={titleId} className="mt-5">
      <h3 id={titleId} className="text-sm font-medium">
        {title}
      </h3>
      {total && <Total use={total} />}
      <FiguresTable
        caption={title}
        nameHead={t("storedKind")}
        columns={[
          { head: t("stored") },
          { head: t("storedLimit") },
          { head: t("storedShare"), className: "hidden sm:table-cell" },
        ]}
        rows={uses.flatMap(({ kind, bytes, max_bytes: max }) => {
          const name = kinds[kind];
          if (!name) return [];
          return {
            key: kind,
            name: t(name),
            cells: [
              formatBytes(t.locale, bytes),
              max === null ? "–" : formatBytes(t.locale, max),
              max === null ? "–" : percent.format(toPercent(bytes, max) / 100),
            ],
          };
        })}
      />
    </section>
  );
}

function Total({ use: { bytes, max_bytes: max } }: { use: StorageUse }) {
  const t = useTranslations("usage");
  const id = useId();
  const used = formatBytes(t.locale, bytes);
  if (max === null) return <p className="mt-1 text-sm text-muted">{t("storedWithoutLimit", { used })}</p>;
  const share = toPercent(bytes, max);
  const state = bytes >= max ? "used_up" : share >= WARNING_PERCENT ? "warning" : "ok";
  return (
    <>
      <p id={id} className="mt-1 text-sm text-muted">
        {t("storedOf", { used, most: formatBytes(t.locale, max) })}
      </p>
      <UsedBar labelledBy={id} share={share} state={state} />
      {state === "used_up" && <p className="mt-2 text-sm text-danger">{t("storageFull")}</p>}
    </>
  );
}
