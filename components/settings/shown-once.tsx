"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { ApiTokenCreated } from "@/lib/auth/contract";

/** A token that was just made: this is the only time that anybody sees it. */
export function ShownOnce({
  created,
  onDone,
}: {
  created: z.output<typeof ApiTokenCreated>;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => field.current?.select(), []);

  async function copy() {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(created.token);
      setCopied(true);
    } catch {
      // Without permission, or on plain http, it is selected and can be copied by hand.
    }
  }

  return (
    <div className="rounded-xl border border-accent p-4">
      <h2 className="font-medium">Copy “{created.name}” now</h2>
      <p className="mt-1 text-sm text-muted">
        It is not shown again. Whoever has it can act as you in this team.
      </p>
      <div className="mt-3 flex gap-2">
        <input
          ref={field}
          readOnly
          aria-label="API token"
          value={created.token}
          className="min-w-0 flex-1 rounded-lg border border-line bg-sunken px-3 py-1.5 font-mono text-sm"
        />
        <button
          type="button"
          onClick={copy}
          className="flex items-center gap-1.5 rounded-lg bg-accent px-3 py-1.5 text-sm font-medium text-on-accent"
        >
          {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </button>
      </div>
      <button type="button" onClick={onDone} className="mt-3 text-sm text-muted underline underline-offset-2">
        I have stored it
      </button>
    </div>
  );
}
