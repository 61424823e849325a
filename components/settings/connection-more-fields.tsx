import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, SwitchField, Textarea } from "@/components/ui/field";
import { HeadersField } from "@/components/ui/headers-field";
import type { ConnectionFieldsProps } from "./connection-fields";

export function MoreConnectionFields({ stored, draft, set, getFault }: ConnectionFieldsProps) {
  const t = useTranslations("settingsModels");
  const hasFault = ["models", "headers", "proxy", "timeout_seconds"].some(getFault);
  return (
    <details open={hasFault || undefined} className="text-sm">
      <summary className="w-fit rounded-md text-muted hover:text-ink">{t("moreSettings")}</summary>
      <div className="mt-4 space-y-4">
        <Field label={t("enabledModels")} help={t("enabledModelsHelp")} error={getFault("models")}>
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={3}
              value={draft.models}
              className="field-sizing-content max-h-60 min-h-20 font-mono text-sm"
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => set({ models: target.value })}
            />
          )}
        </Field>
        <HeadersField
          stored={draft.headers === null ? [] : (stored?.header_names ?? [])}
          fault={getFault("headers")}
          control={{ value: draft.headers ?? "", onChange: ({ target }) => set({ headers: target.value }) }}
        />
        {draft.headers === "" && (stored?.header_names.length ?? 0) > 0 && (
          <Button size="small" onClick={() => set({ headers: null })}>
            {t("removeHeaders")}
          </Button>
        )}
        <Field
          label={t("proxy")}
          help={t(stored?.proxy ? "proxyStored" : "proxyHelp")}
          error={getFault("proxy")}
        >
          {(wiring) => (
            <Input
              {...wiring}
              type="url"
              value={draft.proxy ?? stored?.proxy ?? ""}
              placeholder="http://proxy.example.com:3128"
              autoComplete="off"
              onChange={({ target }) => set({ proxy: target.value })}
            />
          )}
        </Field>
        <Field label={t("timeout")} help={t("timeoutHelp")} error={getFault("timeout_seconds")}>
          {(wiring) => (
            <Input
              {...wiring}
              type="number"
              inputMode="numeric"
              min={1}
              max={3600}
              value={draft.timeout}
              onChange={({ target }) => set({ timeout: target.value })}
            />
          )}
        </Field>
        <SwitchField
          label={t("useConnection")}
          help={t("useConnectionHelp")}
          value={draft.isEnabled}
          onChange={(isEnabled) => set({ isEnabled })}
        />
      </div>
    </details>
  );
}
