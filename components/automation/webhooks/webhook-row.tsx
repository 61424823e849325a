"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePeople } from "@/components/data/people";
import { type Hook, refreshWebhooks } from "@/components/data/webhooks";
import { Reason } from "@/components/i18n/reason";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { Switch } from "@/components/ui/field";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { webhooksApi } from "@/lib/chat/webhooks/operations";
import { Deliveries } from "./deliveries";
import { eventLabels } from "./event-labels";
import { WebhookForm } from "./webhook-form";

type OpenSection = "form" | "deliveries";

export function WebhookRow({ hook, onSecret }: { hook: Hook; onSecret: (secret: string) => void }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const say = useToast();
  const { me } = usePeople();
  const isMine = hook.created_by?.id === me.id;
  const [opened, setOpened] = useState<OpenSection>();
  const { busy, doing } = useBusy<"test" | "switch">();
  const params = { webhook_id: hook.id };
  const { host } = new URL(hook.url);
  const test = () =>
    doing("test", async () => {
      const { state, error } = await call(webhooksApi.testWebhook, { params });
      if (state === "delivered") say(t("testReceived", { host }));
      else say(error ? t("testFailedWhy", { reason: error }) : t("testFailed"));
      await refreshWebhooks(client, hook.id);
    });
  const setEnabled = (isEnabled: boolean) =>
    doing("switch", async () => {
      await call(webhooksApi.updateWebhook, { params, body: { is_enabled: isEnabled } });
      await refreshWebhooks(client);
    });
  const toggle = (part: OpenSection) => setOpened((before) => (before === part ? undefined : part));
  async function renew() {
    onSecret((await call(webhooksApi.renewWebhookSecret, { params })).secret);
    await refreshWebhooks(client, hook.id);
  }
  return (
    <>
      <div className="flex items-start gap-3">
        <Summary hook={hook} isMine={isMine} />
        <Switch
          checked={hook.is_enabled}
          onChange={(isEnabled) => void setEnabled(isEnabled)}
          aria-label={t("switch", { host })}
          disabled={busy === "switch"}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" busy={busy === "test"} onClick={() => void test()}>
          {t("sendTest")}
        </Button>
        <Button size="small" aria-expanded={opened === "deliveries"} onClick={() => toggle("deliveries")}>
          {t("deliveries")}
        </Button>
        {isMine ? (
          <>
            <Button size="small" aria-expanded={opened === "form"} onClick={() => toggle("form")}>
              {t("edit")}
            </Button>
            <RegenerateButton host={host} onConfirm={renew} />
          </>
        ) : (
          <TakeOverButton host={host} creator={hook.created_by?.full_name} onConfirm={renew} />
        )}
        <DeleteButton id={hook.id} host={host} />
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

function Summary({ hook, isMine }: { hook: Hook; isMine: boolean }) {
  const t = useTranslations("webhooks");
  const creator = hook.created_by?.full_name;
  return (
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">{hook.url}</p>
      <p className="mt-1 flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
        {hook.events.map((name) => t(eventLabels[name])).join(" · ")}
      </p>
      {!isMine && (
        <p className="mt-1 text-sm text-muted">
          {creator ? t("createdBy", { name: creator }) : t("createdByGone")}
        </p>
      )}
      <p className="mt-1.5">
        <State hook={hook} />
      </p>
    </div>
  );
}

type SecretButtonProps = { host: string; onConfirm: () => Promise<void> };

function RegenerateButton({ host, onConfirm }: SecretButtonProps) {
  const t = useTranslations("webhooks");
  return (
    <ConfirmButton
      size="small"
      action={t("regenerate")}
      question={t("regenerateQuestion", { host })}
      onConfirm={onConfirm}
    >
      {t("regenerateHelp")}
    </ConfirmButton>
  );
}

function TakeOverButton({ host, creator, onConfirm }: SecretButtonProps & { creator: string | undefined }) {
  const t = useTranslations("webhooks");
  return (
    <ConfirmButton
      size="small"
      action={t("takeOver")}
      question={t("takeOverQuestion", { host })}
      onConfirm={onConfirm}
    >
      {creator ? t("takeOverHelp", { name: creator }) : t("takeOverHelpGone")}
    </ConfirmButton>
  );
}

function DeleteButton({ id, host }: { id: number; host: string }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  async function remove() {
    await call(webhooksApi.removeWebhook, { params: { webhook_id: id } });
    await refreshWebhooks(client);
  }
  return (
    <ConfirmButton
      size="small"
      action={t("delete")}
      question={t("deleteQuestion", { host })}
      onConfirm={remove}
    >
      {t("deleteHelp")}
    </ConfirmButton>
  );
}

function State({ hook }: { hook: Hook }) {
  const t = useTranslations("webhooks");
  const { is_enabled: isEnabled, is_orphaned: isOrphaned, last_delivery: last } = hook;
  const hasFailed = last !== null && last.state !== "delivered" && last.attempts > 0;
  if (isOrphaned)
    return (
      <>
        <Badge tone="danger">{t("stopped")}</Badge>{" "}
        <span className="text-sm text-danger">{t("stoppedHelp")}</span>
      </>
    );
  if (!isEnabled)
    return (
      <>
        <Badge>{t("off")}</Badge>{" "}
        {hook.disabled_reason && (
          <span className="text-sm text-danger">
            <Reason>{hook.disabled_reason}</Reason>
          </span>
        )}
      </>
    );
  if (hasFailed)
    return (
      <>
        <Badge tone="danger">{t("failing")}</Badge>{" "}
        <span className="text-sm text-danger">{last.error && <Reason>{last.error}</Reason>}</span>
      </>
    );
  if (last === null) return <Badge>{t("nothingSent")}</Badge>;
  return last.state === "delivered" ? (
    <Badge tone="success">{t("delivering")}</Badge>
  ) : (
    <Badge>{t("queued")}</Badge>
  );
}
