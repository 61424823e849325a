"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import type { z } from "zod";
import { programsQuery, refreshPrograms } from "@/components/data/users";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Field, Input } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { QueryList } from "@/components/ui/read";
import { PageSection, Section } from "@/components/ui/section";
import { useCopy } from "@/components/ui/use-copy";
import { call } from "@/lib/api/client";
import type { ConnectedProgram } from "@/lib/identity/oauth/contract";
import { oauthApi } from "@/lib/identity/oauth/operations";

export function Programs({ address }: { address: string }) {
  const t = useTranslations("settingsPrograms");
  const settings = useTranslations("settings");
  const programs = useQuery(programsQuery);
  const { isCopied, copy } = useCopy();
  const help = t.rich("addressHelp", {
    link: (text) => (
      <Link href="/settings/api-tokens" className="text-accent underline underline-offset-2">
        {text}
      </Link>
    ),
  });
  return (
    <PageSection title={settings("programs")} lead={t("lead")}>
      <Field label={t("address")} help={help}>
        {(wiring) => (
          <span className="flex gap-2">
            <Input {...wiring} readOnly value={address} className="font-mono" />
            <Button onClick={() => void copy(address)}>
              {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
              <span aria-live="polite">{settings(isCopied ? "copied" : "copy")}</span>
            </Button>
          </span>
        )}
      </Field>
      <Section title={t("yours")}>
        <QueryList query={programs} loading={t("loading")} empty={t("empty")}>
          {(program) => <Program program={program} />}
        </QueryList>
      </Section>
    </PageSection>
  );
}

function Program({ program }: { program: z.output<typeof ConnectedProgram> }) {
  const t = useTranslations("settingsPrograms");
  const moments = useMoments();
  const client = useQueryClient();
  const { id, name, group, connected_at, last_used_at } = program;
  const facts = { group: group.name, connected: moments.time(connected_at) };
  async function disconnect() {
    await call(oauthApi.disconnectProgram, { params: { id } });
    await refreshPrograms(client);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {last_used_at
            ? t("facts", { ...facts, used: moments.time(last_used_at) })
            : t("factsUnused", facts)}
        </p>
      </div>
      <ConfirmButton
        action={t("disconnect")}
        question={t("disconnectQuestion", { program: name })}
        onConfirm={disconnect}
        size="small"
      >
        {t("disconnectHelp")}
      </ConfirmButton>
    </div>
  );
}
