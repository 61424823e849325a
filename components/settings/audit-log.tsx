"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { clock, day, useTimeZone } from "@/components/workspace/time";
import { sentenceOf } from "./audit-sentences";
import { auditQuery, type LogEntry } from "./members-data";
import { PagedList } from "./members-list";
import { SettingsSection } from "./settings-section";

/** Who did what in the group, the newest first. */
export function AuditLog({ groupId }: { groupId: string }) {
  const entries = useInfiniteQuery(auditQuery(groupId));
  return (
    <SettingsSection
      title="Audit log"
      lead="Who changed the group, its members and its access. Entries are kept for a year."
    >
      <PagedList query={entries} loading="The audit log is being read." empty="Nothing has happened yet.">
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </SettingsSection>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const timeZone = useTimeZone();
  const { created_at: at, address } = entry;
  return (
    <>
      <p className="wrap-anywhere">{sentenceOf(entry)}</p>
      <p className="text-sm text-muted">
        <time dateTime={at}>
          {day(at, timeZone)}, {clock(at, timeZone)}
        </time>
        {address && ` · from ${address === "browser" ? "a browser" : address}`}
      </p>
    </>
  );
}
