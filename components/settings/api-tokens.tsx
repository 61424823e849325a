"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { apiTokensQuery, refreshApiTokens } from "@/components/data/users";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Loading } from "@/components/ui/states";
import { call } from "@/lib/api/client";
import { type ApiToken, type ApiTokenCreated, authApi } from "@/lib/identity/auth/contract";
import { NewToken } from "./new-token";
import { SettingsSection, Unread } from "./settings-section";
import { ShownOnce } from "./shown-once";

type Token = z.output<typeof ApiToken>;

/** One's API tokens in this group: made, shown once, revoked. */
export function ApiTokens() {
  const { data: tokens, error, refetch } = useQuery(apiTokensQuery);
  const [made, setMade] = useState<z.output<typeof ApiTokenCreated> | null>();
  return (
    <SettingsSection
      title="API tokens"
      lead={
        <>
          For programs that act as you in this group.{" "}
          <a href="/docs" className="text-accent underline underline-offset-2">
            API reference
          </a>
        </>
      }
    >
      {made ? (
        <ShownOnce
          title={`Copy “${made.name}” now`}
          label="API token"
          secret={made.token}
          done="I have stored it"
          onDone={() => setMade(null)}
        >
          Whoever has it can act as you in this group.
        </ShownOnce>
      ) : (
        // Once a token was stored, the focus must go somewhere.
        <NewToken onMade={setMade} autoFocus={made === null} />
      )}
      <h2 className="mt-8 font-medium">Your tokens</h2>
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!tokens && !error && <Loading label="Loading your tokens" className="mt-3 h-20" />}
      {tokens?.length === 0 && (
        <p className="mt-2 text-sm text-muted">
          You have none yet. Make one above for each of your programs.
        </p>
      )}
      {tokens && tokens.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-xl border bg-surface">
          {tokens.map((token) => (
            <li key={token.id} className="flex items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{token.name}</p>
                <p className="text-sm text-muted">{factsOf(token)}</p>
              </div>
              <Revoke token={token} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Revoke({ token }: { token: Token }) {
  const client = useQueryClient();
  async function revoke() {
    await call(authApi.revokeApiToken, { params: { id: token.id } });
    await refreshApiTokens(client);
  }
  return (
    <ConfirmButton action="Revoke" question={`Revoke “${token.name}”?`} onConfirm={revoke} size="small">
      Programs that use this token are refused at once. This cannot be undone.
    </ConfirmButton>
  );
}

function factsOf({ hint, last_used_at, expires_at }: Token): string {
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return [
    `plt_…${hint}`,
    last_used_at ? `last used ${day(last_used_at)}` : "never used",
    expires_at ? `${isOver ? "expired" : "expires"} ${day(expires_at)}` : "does not expire",
  ].join(" · ");
}

/** In UTC, so that server and browser write the same. */
const day = (moment: string) =>
  new Date(moment).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
