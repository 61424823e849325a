"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmbeddingChoice } from "@/components/admin/embedding-models/choice";
import { type InstallationSettingsData, settingsQuery } from "@/components/data/installation";
import { useTranslations } from "@/components/i18n/words";
import { QueryBoundary } from "@/components/ui/read";
import { FactList, PageSection } from "@/components/ui/section";
import { listFormat } from "@/lib/platform/words/translate";
import { Accounts } from "./accounts";
import { DefaultTokens } from "./default-tokens";
import { Groups } from "./groups";

export function Installation({ me, myGroups }: { me: number; myGroups: string[] }) {
  const t = useTranslations("installation");
  const settings = useQuery(settingsQuery);
  return (
    <PageSection title={t("title")} lead={t("lead")}>
      <QueryBoundary query={settings} loading={t("loadingSettings")} className="h-40 rounded-xl">
        {(data) => (
          <>
            <Facts settings={data} />
            <DefaultTokens key={data.monthly_tokens} settings={data} />
          </>
        )}
      </QueryBoundary>
      <EmbeddingChoice />
      <Accounts me={me} />
      <Groups myGroups={myGroups} defaultTokens={settings.data?.monthly_tokens} />
    </PageSection>
  );
}

const modes = { open: "open", invited: "invited", closed: "closed" } as const;

function Facts({ settings: { address, sign_up: signUp } }: { settings: InstallationSettingsData }) {
  const t = useTranslations("installation");
  const how =
    signUp.mode === "domain"
      ? t("domain", { domains: listFormat(t.locale, { type: "disjunction" }).format(signUp.domains) })
      : t(modes[signUp.mode]);
  return (
    <FactList>
      <Fact name={t("address")} setting="APP_URL">
        {address}
      </Fact>
      <Fact name={t("signUp")} setting={signUp.is_default ? t("notSet", { setting: "SIGN_UP" }) : "SIGN_UP"}>
        {how}
      </Fact>
    </FactList>
  );
}

function Fact({ name, setting, children }: { name: string; setting: string; children: ReactNode }) {
  return (
    <div className="px-4 py-3">
      <dt className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        {name} <code className="text-xs font-normal text-muted">{setting}</code>
      </dt>
      <dd className="mt-0.5 text-sm text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
