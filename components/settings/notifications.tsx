"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import {
  hasNotificationSupport,
  hasSystemNotifications,
  switchNotifications,
} from "@/components/live/notices";
import { Button } from "@/components/ui/button";
import { PageSection } from "@/components/ui/section";
import type { Key } from "@/lib/platform/words/screens";

type PushState = "unknown" | "impossible" | "blocked" | "off" | "on";

export function Notifications() {
  const t = useTranslations("settingsNotifications");
  const title = useTranslations("settings")("notifications");
  const [state, setState] = useState<PushState>("unknown");
  const look = () => setState(stateNow());
  useEffect(look, []);
  const turn = async (on: boolean) => {
    await switchNotifications(on);
    look();
  };
  return (
    <PageSection title={title} lead={t("lead")}>
      <section aria-labelledby="this-browser" className="rounded-xl border p-4">
        <h2 id="this-browser" className="font-semibold">
          {t("inThisBrowser")}
        </h2>
        <p className="mt-1 text-sm text-muted">{t("inThisBrowserHelp")}</p>
        <p role="status" className="mt-3 text-sm">
          {state !== "unknown" && t(sentences[state])}
        </p>
        {(state === "off" || state === "on") && (
          <Button
            className="mt-3"
            variant={state === "on" ? "secondary" : "primary"}
            onClick={() => void turn(state === "off")}
          >
            {t(state === "on" ? "turnOff" : "turnOn")}
          </Button>
        )}
      </section>
    </PageSection>
  );
}

const sentences: Record<Exclude<PushState, "unknown">, Key<"settingsNotifications">> = {
  impossible: "impossible",
  blocked: "blocked",
  off: "off",
  on: "on",
};

function stateNow(): PushState {
  if (!hasNotificationSupport() || !window.isSecureContext) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  return hasSystemNotifications() ? "on" : "off";
}
