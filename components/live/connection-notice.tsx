"use client";

import { onlineManager } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSessionEnded } from "@/components/data/use-session-ended";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { healthApi } from "@/lib/admin/health/operations";
import { call } from "@/lib/api/client";
import { dateFormat } from "@/lib/platform/words/translate";
import { useLive } from "./live";

// Longer than a stream takes to reconnect when it is renewed.
const NOTICE_DELAY_MS = 2000;

export function ConnectionNotice() {
  const t = useTranslations("live");
  const isOnLine = useSyncExternalStore(onLineChange, isBrowserOnLine, () => true);
  const hasSessionEnded = useSessionEnded();
  const { isAway } = useLive();
  // The end of a session also ends the stream, but has its own notice.
  const isLost = (useLost() || isAway) && !hasSessionEnded;
  const isOffline = useOffline() || (isLost && !isOnLine);
  useEffect(() => {
    window.addEventListener("offline", askServer);
    return () => window.removeEventListener("offline", askServer);
  }, []);
  const keptAt = isAway && document.documentElement.dataset.kept;
  const moment = dateFormat(t.locale, { dateStyle: "medium", timeStyle: "short" });
  const date = keptAt && moment.format(Date.parse(keptAt));
  return (
    <div role="status">
      {(isOffline || isLost) && (
        <div className="flex items-center gap-2 bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <p className="min-w-0 flex-1">
            {t(isOffline ? "offline" : "away")} {date && `${t("savedOn", { date })} `}
            {t("waiting")}
          </p>
          <Button size="small" variant="quiet" className="text-warning" onClick={tryAgain}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
    </div>
  );
}

const isBrowserOnLine = () => navigator.onLine;
function onLineChange(listener: () => void): () => void {
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) window.removeEventListener(event, listener);
  };
}

// Triggers the retries of Next.js and of our own code, which listen for this event. TanStack Query would take the event
// as proof of a connection, so its state is set afterwards.
function tryAgain(): void {
  window.dispatchEvent(new Event("online"));
  onlineManager.setOnline(navigator.onLine);
  if (!navigator.onLine) askServer();
}

// Marks queries as online if the server answers although the browser reports being offline. This happens when the
// server runs on the same computer or in an isolated network.
function askServer(): void {
  call(healthApi.live).then(
    () => onlineManager.setOnline(true),
    () => {},
  );
}

function useLost(): boolean {
  const { isConnected } = useLive();
  const wasConnected = useRef(false);
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    setIsLost(false);
    wasConnected.current ||= isConnected;
    if (isConnected || !wasConnected.current) return;
    const timer = setTimeout(() => setIsLost(true), NOTICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return isLost;
}
