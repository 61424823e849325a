"use client";

import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useRef } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { useCopy } from "@/components/ui/use-copy";

/** Shows a new secret. Only its hash is stored, so it can't be shown again. */
export function ShownOnce({
  title,
  children,
  label,
  secret,
  done,
  onDone,
}: {
  title: string;
  children: string;
  label: string;
  secret: string;
  done: string;
  onDone: () => void;
}) {
  const t = useTranslations("settings");
  const field = useRef<HTMLInputElement>(null);
  const { isCopied, copy } = useCopy();
  const select = () => {
    field.current?.focus();
    field.current?.select();
  };
  useEffect(select, []);

  return (
    <div className="rounded-xl border border-accent bg-surface p-4">
      <h2 className="font-medium wrap-anywhere">{title}</h2>
      <p className="mt-1 text-sm text-muted">
        {t("shownOnce")} {children}
      </p>
      <div className="mt-3 flex gap-2">
        <Input ref={field} readOnly aria-label={label} value={secret} className="font-mono" />
        {/* Selects the secret for manual copying if the browser refuses clipboard access. */}
        <Button variant="primary" onClick={() => void copy(secret).then(select)}>
          {isCopied ? <Check className="size-4" aria-hidden /> : <Copy className="size-4" aria-hidden />}
          <span aria-live="polite">{t(isCopied ? "copied" : "copy")}</span>
        </Button>
      </div>
      <Button size="small" variant="quiet" onClick={onDone} className="mt-3 -ms-3">
        {done}
      </Button>
    </div>
  );
}
