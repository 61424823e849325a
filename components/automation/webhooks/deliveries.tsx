"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Delivery, deliveriesQuery, type Hook, refreshWebhooks } from "@/components/data/webhooks";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { PagedList } from "@/components/ui/read";
import { Badge } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { webhooksApi } from "@/lib/chat/webhooks/operations";

// Applies while a delivery is pending.
const POLL_INTERVAL_MS = 3000;

const states = {
  pending: { label: "queued", tone: "neutral" },
  delivered: { label: "delivered", tone: "success" },
  failed: { label: "failed", tone: "danger" },
} as const;

export function Deliveries({ hook }: { hook: Hook }) {
  const t = useTranslations("webhooks");
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(hook.id),
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.some((delivery) => delivery.state === "pending") ? POLL_INTERVAL_MS : false,
  });
  return (
    <>
      <h2 className="text-sm font-medium">{t("deliveriesTitle")}</h2>
      <PagedList query={deliveries} loading={t("loadingDeliveries")} empty={t("noDeliveries")}>
        {(delivery) => <Row hook={hook} delivery={delivery} />}
      </PagedList>
    </>
  );
}

function Row({ hook, delivery }: { hook: Hook; delivery: Delivery }) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const moments = useMoments();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  const { id, event, state, attempts, response_status: status, error, created_at: at } = delivery;
  const isTest = event === "test";
  async function replay() {
    setBusy(true);
    try {
      const params = { webhook_id: hook.id, delivery_id: id };
      await call(webhooksApi.replayWebhookDelivery, { params });
      await refreshWebhooks(client, hook.id);
    } catch (failure) {
      say(failure as Error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="text-sm">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={states[state].tone}>{t(states[state].label)}</Badge>
            <span className="font-mono wrap-anywhere">{event}</span>
          </p>
          <p className="mt-1 text-muted">
            <time dateTime={at}>
              {moments.day(at)}, {moments.clock(at)}
            </time>
            {status !== null && ` · ${t("responded", { status: String(status) })}`}
            {attempts > 1 && ` · ${t("attempts", { attempts })}`}
          </p>
          {error && <p className="mt-1 text-danger">{error}</p>}
        </div>
        {!isTest && state !== "pending" && hook.is_enabled && (
          <Button size="small" busy={isBusy} onClick={() => void replay()}>
            {t("redeliver")}
          </Button>
        )}
      </div>
      {delivery.payload && (
        <details className="mt-1">
          <summary className="cursor-pointer text-muted">{t("payload")}</summary>
          <pre className="mt-2 overflow-x-auto rounded-lg bg-code p-3 font-mono text-xs">
            {JSON.stringify(delivery.payload, null, 2)}
          </pre>
        </details>
      )}
    </div>
  );
}
