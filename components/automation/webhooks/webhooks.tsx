"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { webhooksQuery } from "@/components/data/webhooks";
import { useTranslations } from "@/components/i18n/words";
import { ShownOnce } from "@/components/settings/shown-once";
import { Button } from "@/components/ui/button";
import { QueryList } from "@/components/ui/read";
import { Card, PageSection } from "@/components/ui/section";
import { WebhookForm } from "./webhook-form";
import { WebhookRow } from "./webhook-row";

type Secret = { url: string; secret: string };

export function Webhooks() {
  const t = useTranslations("webhooks");
  const hooks = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Secret>();
  return (
    <PageSection title={t("title")} lead={t("lead")}>
      {made && (
        <ShownOnce
          key={made.secret}
          title={t("copySecret", { host: new URL(made.url).host })}
          label={t("secret")}
          secret={made.secret}
          done={t("secretStored")}
          onDone={() => setMade(undefined)}
        >
          {t("secretHelp")}
        </ShownOnce>
      )}
      {!made && isAdding && (
        <Card>
          <WebhookForm
            onDone={(hook) => {
              setAdding(false);
              if (hook && "secret" in hook) setMade(hook as Secret);
            }}
          />
        </Card>
      )}
      {!made && !isAdding && (
        <Button variant="primary" onClick={() => setAdding(true)}>
          {t("addWebhook")}
        </Button>
      )}
      <QueryList query={hooks} loading={t("loading")} className="mt-6" empty={t("empty")}>
        {(hook) => <WebhookRow hook={hook} onSecret={(secret) => setMade({ url: hook.url, secret })} />}
      </QueryList>
    </PageSection>
  );
}
