"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditFilter, auditQuery, type LogEntry } from "@/components/data/audit";
import { someMembersQuery } from "@/components/data/groups";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Field, Select } from "@/components/ui/field";
import { PagedList } from "@/components/ui/read";
import { PageSection } from "@/components/ui/section";
import { actions, toSentence } from "./audit-sentences";

const MAX_PEOPLE = 100;

export function AuditLog({ groupId }: { groupId: string }) {
  const t = useTranslations("settingsAuditLog");
  const title = useTranslations("settings")("auditLog");
  const [filter, setFilter] = useState<AuditFilter>({});
  const entries = useInfiniteQuery({ ...auditQuery(groupId, filter), placeholderData: keepPreviousData });
  const isFiltered = filter.action !== undefined || filter.user_id !== undefined;
  return (
    <PageSection title={title} lead={t("lead")}>
      <Filters groupId={groupId} filter={filter} onChange={setFilter} />
      <PagedList query={entries} loading={t("loading")} empty={t(isFiltered ? "noMatches" : "empty")}>
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </PageSection>
  );
}

type FilterProps = { groupId: string; filter: AuditFilter; onChange: (filter: AuditFilter) => void };

function Filters({ groupId, filter, onChange }: FilterProps) {
  const t = useTranslations("settingsAuditLog");
  const { data: people = [] } = useQuery(someMembersQuery(groupId, { page_size: MAX_PEOPLE }));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={t("event")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={filter.action ?? ""}
            onChange={({ target }) =>
              onChange({ ...filter, action: (target.value || undefined) as AuditFilter["action"] })
            }
          >
            <option value="">{t("allEvents")}</option>
            {Object.entries(actions).map(([action, { event }]) => (
              <option key={action} value={action}>
                {t(event)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("person")}>
        {(wiring) => (
          <Select
            {...wiring}
            value={filter.user_id ?? ""}
            onChange={({ target }) => onChange({ ...filter, user_id: Number(target.value) || undefined })}
          >
            <option value="">{t("everyone")}</option>
            {people.map(({ id, full_name }) => (
              <option key={id} value={id}>
                {full_name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const t = useTranslations("settingsAuditLog");
  const moments = useMoments();
  const { created_at: at, address } = entry;
  return (
    <>
      <p className="wrap-anywhere">{toSentence(t, entry)}</p>
      <p className="text-sm text-muted">
        <time dateTime={at}>
          {moments.day(at)}, {moments.clock(at)}
        </time>
        {address && ` · ${address === "browser" ? t("fromBrowser") : t("from", { address })}`}
      </p>
    </>
  );
}
