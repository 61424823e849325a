"use client";

import { useQueryClient } from "@tanstack/react-query";
import { TokensForm } from "@/components/admin/usage/tokens-form";
import { type InstallationSettingsData, settingsQuery } from "@/components/data/installation";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { Card, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { installationApi } from "@/lib/admin/installation/operations";
import { call } from "@/lib/api/client";
import { listFormat, numberFormat } from "@/lib/platform/words/translate";

export function DefaultTokens({ settings }: { settings: InstallationSettingsData }) {
  const t = useTranslations("installation");
  const getName = useProviderNames();
  const client = useQueryClient();
  const say = useToast();
  const { monthly_tokens: now, monthly_tokens_default: usual, providers } = settings;
  async function save(monthly_tokens: number | null) {
    const saved = await call(installationApi.updateInstallationSettings, { body: { monthly_tokens } });
    client.setQueryData(settingsQuery.queryKey, saved);
    say(t("limitSaved"));
  }
  return (
    <Section
      title={t("models")}
      help={
        providers.length > 0
          ? t("environmentModels", {
              providers: listFormat(t.locale).format(providers.map((id) => getName(id)?.label ?? id)),
            })
          : t("environmentModelsNone")
      }
    >
      <Card className="mt-3">
        <TokensForm
          label={t("groupTokens")}
          help={t("groupTokensHelp", { usual })}
          before={now === usual ? null : now}
          placeholder={usual === 0 ? t("noLimit") : numberFormat(t.locale).format(usual)}
          save={save}
        />
      </Card>
    </Section>
  );
}
