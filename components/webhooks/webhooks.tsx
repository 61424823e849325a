"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { webhooksQuery } from "@/components/data/webhooks";
import { SettingsSection, Unread } from "@/components/settings/settings-section";
import { ShownOnce } from "@/components/settings/shown-once";
import { Button } from "@/components/ui/button";
import { Loading } from "@/components/ui/states";
import { WebhookForm } from "./webhook-form";
import { WebhookRow } from "./webhook-row";

type Secret = { url: string; secret: string };

/** The group's webhooks: made, tried out, changed, and what they were told. */
export function Webhooks() {
  const { data: hooks, error, refetch } = useQuery(webhooksQuery);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Secret>();
  return (
    <SettingsSection
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
        <div className="rounded-xl border bg-surface p-4">
          <WebhookForm
            onDone={(hook) => {
              setAdding(false);
              if (hook && "secret" in hook) setMade(hook as Secret);
            }}
          />
        </div>
      )}
      {!made && !isAdding && (
        <Button variant="primary" onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      )}
      {error && <Unread error={error} retry={() => void refetch()} />}
      {!hooks && !error && <Loading label="Loading the webhooks" className="mt-6 h-24 rounded-xl" />}
      {hooks?.length === 0 && (
        <p className="mt-6 text-sm text-muted">
          There are none yet. A webhook can put new messages into another system, or start something when a
          reply is finished.
        </p>
      )}
      {hooks && hooks.length > 0 && (
        <ul className="mt-6 divide-y divide-line rounded-xl border bg-surface">
          {hooks.map((hook) => (
            <li key={hook.id} className="px-4 py-3">
              <WebhookRow hook={hook} onSecret={(secret) => setMade({ url: hook.url, secret })} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
