"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePeople } from "@/components/data/people";
import { type Hook, refreshWebhooks } from "@/components/data/webhooks";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Switch } from "@/components/ui/field";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { webhooksApi } from "@/lib/chat/webhooks/contract";
import { Deliveries } from "./deliveries";
import { eventLabels } from "./event-labels";
import { WebhookForm } from "./webhook-form";

type Part = "form" | "deliveries";

/** A webhook with what can be done with it. */
export function WebhookRow({ hook, onSecret }: { hook: Hook; onSecret: (secret: string) => void }) {
  const client = useQueryClient();
  const say = useToast();
  const { me } = usePeople();
  const isMine = hook.created_by?.id === me.id;
  const maker = hook.created_by?.full_name ?? "somebody whose account is gone";
  const [opened, setOpened] = useState<Part>();
  const { busy, doing } = useBusy<"test" | "switch">();
  const params = { webhook_id: hook.id };
  const { host } = new URL(hook.url);
  const test = () =>
    doing("test", async () => {
      const { state, error } = await call(webhooksApi.testWebhook, { params });
      say(state === "delivered" ? `${host} took the test.` : `The test failed. ${error ?? ""}`);
      await refreshWebhooks(client, hook.id);
    });
  const setEnabled = (isEnabled: boolean) =>
    doing("switch", async () => {
      await call(webhooksApi.updateWebhook, { params, body: { is_enabled: isEnabled } });
      await refreshWebhooks(client);
    });
  const toggle = (part: Part) => setOpened((before) => (before === part ? undefined : part));
  async function renew() {
    onSecret((await call(webhooksApi.renewWebhookSecret, { params })).secret);
    await refreshWebhooks(client, hook.id);
  }
  async function remove() {
    await call(webhooksApi.removeWebhook, { params });
    await refreshWebhooks(client);
  }
  return (
    <>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{hook.url}</p>
          <p className="mt-1 flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
            {hook.events.map((name) => eventLabels[name]).join(" · ")}
          </p>
          {!isMine && <p className="mt-1 text-sm text-muted">Created by {maker}</p>}
          <p className="mt-1.5">
            <State hook={hook} />
          </p>
        </div>
        <Switch
          checked={hook.is_enabled}
          onChange={(isEnabled) => void setEnabled(isEnabled)}
          aria-label={`Webhook to ${host}`}
          disabled={busy === "switch"}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" busy={busy === "test"} onClick={() => void test()}>
          Send a test
        </Button>
        <Button size="small" aria-expanded={opened === "deliveries"} onClick={() => toggle("deliveries")}>
          Deliveries
        </Button>
        {isMine && (
          <>
            <Button size="small" aria-expanded={opened === "form"} onClick={() => toggle("form")}>
              Change
            </Button>
            <ConfirmButton
              size="small"
              action="New secret"
              question={`A new secret for ${host}?`}
              onConfirm={renew}
            >
              The old one signs nothing any more: the receiver refuses deliveries until it knows the new one.
            </ConfirmButton>
          </>
        )}
        {!isMine && (
          <ConfirmButton
            size="small"
            action="Take over"
            question={`Take over the webhook to ${host}?`}
            onConfirm={renew}
          >
            It was created by {maker} and sends what they may see. After you take it over it gets a new
            secret, drops its queue, and stays off until you turn it on. Then it sends what you may see.
          </ConfirmButton>
        )}
        <ConfirmButton
          size="small"
          action="Remove"
          question={`Remove the webhook to ${host}?`}
          onConfirm={remove}
        >
          It is told nothing any more, and the list of its deliveries goes. This cannot be undone.
        </ConfirmButton>
      </div>
      {opened === "form" && (
        <div className="mt-4 border-t pt-4">
          <WebhookForm hook={hook} onDone={() => setOpened(undefined)} />
        </div>
      )}
      {opened === "deliveries" && (
        <div className="mt-4 border-t pt-4">
          <Deliveries hook={hook} />
        </div>
      )}
    </>
  );
}

function State({ hook }: { hook: Hook }) {
  const { is_enabled: isEnabled, is_orphaned: isOrphaned, last_delivery: last } = hook;
  const hasFailed = last !== null && last.state !== "delivered" && last.attempts > 0;
  if (isOrphaned)
    return (
      <>
        <Badge tone="danger">Stopped</Badge>{" "}
        <span className="text-sm text-danger">
          Its creator can no longer manage webhooks. Take it over to resume deliveries.
        </span>
      </>
    );
  if (!isEnabled)
    return (
      <>
        <Badge>Off</Badge>{" "}
        {hook.disabled_reason && <span className="text-sm text-danger">{hook.disabled_reason}</span>}
      </>
    );
  if (hasFailed)
    return (
      <>
        <Badge tone="danger">Failing</Badge> <span className="text-sm text-danger">{last.error}</span>
      </>
    );
  if (last === null) return <Badge>Nothing sent yet</Badge>;
  return last.state === "delivered" ? <Badge tone="success">Delivering</Badge> : <Badge>Waiting</Badge>;
}
