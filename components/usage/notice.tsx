"use client";

import X from "lucide-react/icons/x";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export type LimitState = "ok" | "warning" | "used_up";

const sentences = {
  warning: "More than 80 % of the group's tokens for this month are used.",
  used_up: "The group's tokens for this month are used up: language models do not reply.",
};

/** Tells admins, above every page, that the monthly tokens come to an end. */
export function UsageNotice({ state }: { state: LimitState }) {
  const [isHidden, setHidden] = useState(false);
  if (state === "ok" || isHidden) return null;
  const look = state === "warning" ? "bg-warning-soft text-warning" : "bg-danger-soft text-danger";
  return (
    <aside aria-label="Use of the group" className={`flex items-center gap-3 px-4 py-1.5 text-sm ${look}`}>
      <p className="min-w-0 flex-1">
        {sentences[state]}{" "}
        <Link href="/settings/usage" className="underline underline-offset-2">
          Usage
        </Link>
      </p>
      <IconButton label="Hide" onClick={() => setHidden(true)}>
        <X aria-hidden />
      </IconButton>
    </aside>
  );
}
