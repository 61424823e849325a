"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { refreshSessions, sessionsQuery } from "@/components/data/users";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { QueryBoundary } from "@/components/ui/read";
import { PageSection, Rows } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Session } from "@/lib/identity/users/contract";
import { usersApi } from "@/lib/identity/users/operations";
import { getDeviceName } from "./sessions-device";

type SessionItem = z.output<typeof Session>;

export function Sessions() {
  const t = useTranslations("settingsSessions");
  const title = useTranslations("settings")("sessions");
  const client = useQueryClient();
  const say = useToast();
  const read = useQuery(sessionsQuery);
  const sessions = read.data;
  const changed = () => refreshSessions(client);
  async function endOthers() {
    await call(usersApi.endOtherSessions);
    await changed();
    say(t("signedOutOthers"));
  }
  const others = sessions?.filter((session) => !session.is_current) ?? [];
  // The current session comes first.
  const ordered = [...(sessions?.filter((session) => session.is_current) ?? []), ...others];
  return (
    <PageSection title={title} lead={t("lead")}>
      <QueryBoundary query={read} loading={t("loading")} className="h-32">
        {() => (
          <Rows>
            {ordered.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={changed} />
            ))}
          </Rows>
        )}
      </QueryBoundary>
      {sessions && others.length === 0 && <p className="mt-3 text-sm text-muted">{t("onlyHere")}</p>}
      {others.length > 0 && (
        <div className="mt-4">
          <ConfirmButton
            action={t("signOutOthers")}
            question={t("signOutOthersQuestion")}
            onConfirm={endOthers}
          >
            {t("signOutOthersHelp")}
          </ConfirmButton>
        </div>
      )}
    </PageSection>
  );
}

function SessionRow({ session, onEnded }: { session: SessionItem; onEnded: () => Promise<unknown> }) {
  const t = useTranslations("settingsSessions");
  const moments = useMoments();
  const name = getDeviceName(t, session.user_agent);
  async function end() {
    await call(usersApi.endSession, { params: { id: session.id } });
    await onEnded();
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {session.is_current && <Badge tone="accent">{t("current")}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {t(session.is_browser ? "inWorkspace" : "inApi", { group: session.group.name })}
        </p>
        <p className="text-sm text-muted">
          {t.rich("lastUsed", {
            date: moments.fullTime(session.last_used_at),
            time: (text) => <time dateTime={session.last_used_at}>{text}</time>,
          })}
        </p>
      </div>
      {!session.is_current && (
        <ConfirmButton
          action={t("signOut")}
          question={t("signOutQuestion", { device: name })}
          onConfirm={end}
          size="small"
        >
          {t("signOutHelp")}
        </ConfirmButton>
      )}
    </li>
  );
}
