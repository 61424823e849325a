"use client";

import type { FocusEvent, ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Textarea } from "@/components/ui/field";
import { useCopy } from "@/components/ui/use-copy";

export function CopyField({
  label,
  text,
  rows,
  help,
  children,
}: {
  label: string;
  text: string;
  rows?: number;
  help?: ReactNode;
  children?: ReactNode;
}) {
  const t = useTranslations("share");
  const { isCopied, copy } = useCopy();
  const shown = {
    readOnly: true,
    value: text,
    className: "min-w-52 flex-1 font-mono text-xs",
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => event.target.select(),
  };
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <div className="flex flex-wrap items-start gap-2">
          {rows ? (
            <Textarea
              {...wiring}
              {...shown}
              rows={rows}
              className="min-w-52 flex-1 break-all font-mono text-xs"
            />
          ) : (
            <Input {...wiring} {...shown} />
          )}
          <Button onClick={() => void copy(text)} aria-label={t("copyField", { label })}>
            {t(isCopied ? "copied" : "copy")}
          </Button>
          {children}
        </div>
      )}
    </Field>
  );
}
