"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { refreshSessions, sessionsQuery } from "@/components/data/users";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Read } from "@/components/ui/read";
import { PageSection, Rows } from "@/components/ui/section";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { fullTime, useTimeZone } from "@/components/workspace/time";
import { call } from "@/lib/api/client";
import { type Session, usersApi } from "@/lib/identity/users/contract";
import { deviceName } from "./sessions-device";

type SessionItem = z.output<typeof Session>;

/** Where one is signed in, and the ways to end it. */
export function Sessions() {
  const client = useQueryClient();
  const say = useToast();
  const read = useQuery(sessionsQuery);
  const sessions = read.data;
  const changed = () => refreshSessions(client);
  async function endOthers() {
    const { message } = await call(usersApi.endOtherSessions);
    await changed();
    say(message);
  }
  const others = sessions?.filter((session) => !session.is_current) ?? [];
  // This one first: it is what the others are compared with.
  const ordered = [...(sessions?.filter((session) => session.is_current) ?? []), ...others];
  return (
    <PageSection
      title="Sessions"
      lead="Where you are signed in. If you do not know one of these, end it and change your password."
    >
      <Read query={read} loading="Loading your sessions" className="h-32">
        {() => (
          <Rows>
            {ordered.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={changed} />
            ))}
          </Rows>
        )}
      </Read>
      {sessions && others.length === 0 && (
        <p className="mt-3 text-sm text-muted">You are signed in nowhere else.</p>
      )}
      {others.length > 0 && (
        <div className="mt-4">
          <ConfirmButton
            action="Sign out everywhere else"
            question="Sign out everywhere else?"
            onConfirm={endOthers}
          >
            All browsers and programs but this one have to sign in again. API tokens go on working.
          </ConfirmButton>
        </div>
      )}
    </PageSection>
  );
}

function SessionRow({ session, onEnded }: { session: SessionItem; onEnded: () => Promise<unknown> }) {
  const timeZone = useTimeZone();
  const name = deviceName(session.user_agent);
  async function end() {
    await call(usersApi.endSession, { params: { id: session.id } });
    await onEnded();
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          {session.is_current && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {session.is_browser ? "Workspace" : "API"} · {session.group.name}
        </p>
        <p className="text-sm text-muted">
          Last used <time dateTime={session.last_used_at}>{fullTime(session.last_used_at, timeZone)}</time>
        </p>
      </div>
      {!session.is_current && (
        <ConfirmButton action="Sign out" question={`Sign out ${name}?`} onConfirm={end} size="small">
          It has to sign in again to go on.
        </ConfirmButton>
      )}
    </li>
  );
}
