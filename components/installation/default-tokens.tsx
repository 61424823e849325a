"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Settings, settingsQuery } from "@/components/data/installation";
import { Card, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { installationApi } from "@/lib/ops/installation/contract";
import { count } from "./numbers";
import { TokensForm } from "./tokens-form";

/** What each group may use of the models that the installation provides. */
export function DefaultTokens({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const say = useToast();
  const { monthly_tokens: now, monthly_tokens_default: usual, providers } = settings;
  async function save(monthly_tokens: number | null) {
    const saved = await call(installationApi.updateInstallationSettings, { body: { monthly_tokens } });
    client.setQueryData(settingsQuery.queryKey, saved);
    say("The limit was saved.");
  }
  const placeholder = usual === 0 ? "No limit" : count(usual);
  return (
    <Section
      title="Models that you provide"
      help={`${
        providers.length > 0
          ? `Every group can use what the server's environment connects (${providers.join(", ")}).`
          : "The server's environment connects no provider at the moment."
      } Models that a group connects with its own key don't count.`}
    >
      <Card className="mt-3">
        <TokensForm
          label="Tokens a month for each group"
          help={`0: no limit. Empty: ${placeholder} (GROUP_MONTHLY_TOKENS).`}
          before={now === usual ? null : now}
          placeholder={placeholder}
          save={save}
        />
      </Card>
    </Section>
  );
}
