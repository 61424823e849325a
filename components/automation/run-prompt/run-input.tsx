"use client";

import Paperclip from "lucide-react/icons/paperclip";
import { type ReactNode, useRef } from "react";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { FileChips } from "@/components/ui/file-chips";
import { listFormat } from "@/lib/platform/words/translate";

export function RunInput({
  input,
  files: { files, add, remove },
  types = [],
  failure,
  isOptional = false,
  onInput,
  onFiles,
  children,
}: {
  input: string;
  files: Pick<Files, "files" | "add" | "remove">;
  /** Accepted extensions; empty accepts all files. */
  types?: string[];
  failure: string | undefined;
  /** True for prompts with variables. */
  isOptional?: boolean;
  onInput: (input: string) => void;
  onFiles?: () => void;
  children: ReactNode;
}) {
  const t = useTranslations("taskActions");
  const words = useTranslations("promptVariables");
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field
        label={isOptional ? words("optional", { field: t("text") }) : t("text")}
        error={failure}
        required={!isOptional}
      >
        {(wiring) => (
          <Textarea
            {...wiring}
            value={input}
            onChange={(event) => onInput(event.target.value)}
            rows={5}
            maxLength={100_000}
            placeholder={t("textHelp")}
            className="field-sizing-content max-h-80 min-h-28"
          />
        )}
      </Field>
      <FileChips
        files={files}
        onRemove={(at) => {
          onFiles?.();
          remove(at);
        }}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t("files")}
        accept={types.map((type) => `.${type}`).join(",") || undefined}
        onChange={(event) => {
          onFiles?.();
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => chooser.current?.click()}>
          <Paperclip className="size-4" aria-hidden /> {t("addFiles")}
        </Button>
        {types.length > 0 && (
          <p className="text-sm text-muted">
            {t("accepts", { types: listFormat(t.locale, { type: "unit" }).format(types) })}
          </p>
        )}
        {children}
      </div>
    </>
  );
}
