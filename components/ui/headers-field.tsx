import type { ComponentProps } from "react";
import { useTranslations } from "@/components/i18n/words";
import { listFormat } from "@/lib/platform/words/translate";
import { Field, Textarea } from "./field";

type HeadersFieldProps = {
  /** Names of the stored headers, whose values are never shown. */
  stored: string[];
  fault: string | undefined;
  control: Pick<ComponentProps<typeof Textarea>, "value" | "onChange">;
};

export function HeadersField({ stored, fault, control }: HeadersFieldProps) {
  const t = useTranslations("headers");
  return (
    <Field
      label={t("label")}
      help={
        stored.length > 0
          ? t("stored", { headers: listFormat(t.locale).format(stored), count: stored.length })
          : t("help")
      }
      error={fault}
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={2}
          {...control}
          placeholder="Authorization: Bearer …"
          className="font-mono text-sm"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
