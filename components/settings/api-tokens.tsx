"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { apiTokensQuery, refreshApiTokens } from "@/components/data/users";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { QueryList } from "@/components/ui/read";
import { PageSection, Section } from "@/components/ui/section";
import { call } from "@/lib/api/client";
import type { ApiToken, ApiTokenCreated } from "@/lib/identity/auth/contract";
import { authApi } from "@/lib/identity/auth/operations";
import { dateFormat, type Translate } from "@/lib/platform/words/translate";
import { NewToken } from "./new-token";
import { ShownOnce } from "./shown-once";

type Token = z.output<typeof ApiToken>;

export function ApiTokens() {
  const t = useTranslations("settingsApiTokens");
  const title = useTranslations("settings")("apiTokens");
  const tokens = useQuery(apiTokensQuery);
  const [made, setMade] = useState<z.output<typeof ApiTokenCreated> | null>();
  return (
    <PageSection
      title={title}
      lead={t.rich("lead", {
        link: (text) => (
          <a href="/docs" className="text-accent underline underline-offset-2">
            {text}
          </a>
        ),
      })}
    >
      {made ? (
        <ShownOnce
          title={t("copyNow", { name: made.name })}
          label={t("token")}
          secret={made.token}
          done={t("stored")}
          onDone={() => setMade(null)}
        >
          {t("canActAsYou")}
        </ShownOnce>
      ) : (
        // Takes the focus after a token was created and its field has disappeared.
        <NewToken onMade={setMade} autoFocus={made === null} />
      )}
      <Section title={t("yourTokens")}>
        <QueryList query={tokens} loading={t("loading")} empty={t("empty")}>
          {(token) => (
            <div className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{token.name}</p>
                <p className="text-sm text-muted">{getTokenFacts(t, token)}</p>
              </div>
              <Revoke token={token} />
            </div>
          )}
        </QueryList>
      </Section>
    </PageSection>
  );
}

function Revoke({ token }: { token: Token }) {
  const t = useTranslations("settingsApiTokens");
  const client = useQueryClient();
  async function revoke() {
    await call(authApi.revokeApiToken, { params: { id: token.id } });
    await refreshApiTokens(client);
  }
  return (
    <ConfirmButton
      action={t("revoke")}
      question={t("revokeQuestion", { name: token.name })}
      onConfirm={revoke}
      size="small"
    >
      {t("revokeHelp")}
    </ConfirmButton>
  );
}

function getTokenFacts(t: Translate<"settingsApiTokens">, { hint, last_used_at, expires_at }: Token): string {
  // UTC, so that server and browser render the same.
  const days = dateFormat(t.locale, { dateStyle: "medium", timeZone: "UTC" });
  const day = (moment: string) => ({ date: days.format(new Date(moment)) });
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now();
  return [
    `plt_…${hint}`,
    last_used_at ? t("lastUsed", day(last_used_at)) : t("neverUsed"),
    expires_at ? t(isOver ? "expired" : "expires", day(expires_at)) : t("doesNotExpire"),
  ].join(" · ");
}
