"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
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
    <div className="rounded-xl border border-accent bg-surface p-4">
      <h2 className="font-medium wrap-anywhere">Copy “{created.name}” now</h2>
      <p className="mt-1 text-sm text-muted">
        It is not shown again. Whoever has it can act as you in this group.
      </p>
      <div className="mt-3 flex gap-2">
        <Input ref={field} readOnly aria-label="API token" value={created.token} className="font-mono" />
        <Button variant="primary" onClick={copy}>
          {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          <span aria-live="polite">{isCopied ? "Copied" : "Copy"}</span>
        </Button>
      </div>
      <Button size="small" variant="quiet" onClick={onDone} className="mt-3 -ml-3">
        I have stored it
      </Button>
    </div>
  );
}
