"use client";

import { useEffect, useState } from "react";
import { canNotify, notifiesBySystem, wishNotices } from "@/components/live/notices";
import { Button } from "@/components/ui/button";
import { PageSection } from "@/components/ui/section";

type State = "unknown" | "impossible" | "blocked" | "off" | "on";

/** Where new messages are told of while one looks elsewhere. */
export function Notifications() {
  const [state, setState] = useState<State>("unknown");
  const look = () => setState(stateNow());
  useEffect(look, []);
  const turn = async (on: boolean) => {
    await wishNotices(on);
    look();
  };
  return (
    <PageSection
      title="Notifications"
      lead="New messages in chats that you are not looking at appear at the bottom of the workspace. Mute a chat in its settings to be left alone by it."
    >
      <section aria-labelledby="this-browser" className="rounded-xl border p-4">
        <h2 id="this-browser" className="font-semibold">
          In this browser
        </h2>
        <p className="mt-1 text-sm text-muted">
          While no tab of the workspace is looked at, your system shows new messages.
        </p>
        <p role="status" className="mt-3 text-sm">
          {sentences[state]}
        </p>
        {(state === "off" || state === "on") && (
          <Button
            className="mt-3"
            variant={state === "on" ? "secondary" : "primary"}
            onClick={() => void turn(state === "off")}
          >
            {state === "on" ? "Turn off" : "Turn on"}
          </Button>
        )}
      </section>
    </PageSection>
  );
}

const sentences: Record<State, string> = {
  unknown: "",
  impossible: "This browser cannot show them, or the address of this page is not https.",
  blocked: "They are blocked for this site. Allow them in the browser's settings, then come back here.",
  off: "They are off.",
  on: "They are on.",
};

function stateNow(): State {
  if (!canNotify() || !window.isSecureContext) return "impossible";
  if (Notification.permission === "denied") return "blocked";
  return notifiesBySystem() ? "on" : "off";
}
