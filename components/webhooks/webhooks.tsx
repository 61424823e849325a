"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { webhooksQuery } from "@/components/data/webhooks";
import { ShownOnce } from "@/components/settings/shown-once";
import { Button } from "@/components/ui/button";
import { ReadList } from "@/components/ui/read";
import { Card, PageSection } from "@/components/ui/section";
import { WebhookForm } from "./webhook-form";
import { WebhookRow } from "./webhook-row";

type Secret = { url: string; secret: string };

/** The group's webhooks: made, tried out, changed, and what they were told. */
export function Webhooks() {
  const hooks = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Secret>();
  return (
    <PageSection
      title="Webhooks"
      lead="Addresses of your own that are told what happens in this group. Every delivery is signed."
    >
      {made && (
        <ShownOnce
          key={made.secret}
          title={`Copy the secret of ${new URL(made.url).host} now`}
          label="Secret of the webhook"
          secret={made.secret}
          done="I have stored it"
          onDone={() => setMade(undefined)}
        >
          With it the receiver checks that a delivery comes from here.
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
          Add a webhook
        </Button>
      )}
      <ReadList
        query={hooks}
        loading="Loading the webhooks"
        className="mt-6"
        empty="There are none yet. A webhook can put new messages into another system, or start something when a reply is finished."
      >
        {(hook) => <WebhookRow hook={hook} onSecret={(secret) => setMade({ url: hook.url, secret })} />}
      </ReadList>
    </PageSection>
  );
}
