"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { apiTokensQuery, refreshApiTokens } from "@/components/data/users";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { ReadList } from "@/components/ui/read";
import { PageSection, Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import { type ApiToken, type ApiTokenCreated, authApi } from "@/lib/identity/auth/contract";
import { NewToken } from "./new-token";
import { ShownOnce } from "./shown-once";

type Token = z.output<typeof ApiToken>;

/** One's API tokens in this group: made, shown once, revoked. */
export function ApiTokens() {
  const tokens = useQuery(apiTokensQuery);
  const [made, setMade] = useState<z.output<typeof ApiTokenCreated> | null>();
  return (
    <PageSection
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
      <Section title="Your tokens">
        <ReadList
          query={tokens}
          loading="Loading your tokens"
          empty="You have none yet. Make one above for each of your programs."
        >
          {(token) => (
            <div className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{token.name}</p>
                <p className="text-sm text-muted">{factsOf(token)}</p>
              </div>
              <Revoke token={token} />
            </div>
          )}
        </ReadList>
      </Section>
    </PageSection>
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
