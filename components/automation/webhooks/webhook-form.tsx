"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Hook, refreshWebhooks } from "@/components/data/webhooks";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { webhooksApi } from "@/lib/chat/webhooks/operations";
import { type EventName, eventLabels } from "./event-labels";

type WebhookFormProps = {
  hook?: Hook;
  onDone: (hook?: Hook) => void;
};

export function WebhookForm({ hook, onDone }: WebhookFormProps) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const legend = useId();
  const [draft, setDraft] = useState({
    url: hook?.url ?? "",
    events: hook?.events ?? (["message.created"] as EventName[]),
  });
  const { faults, set, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: (body): Promise<Hook> =>
      hook
        ? call(webhooksApi.updateWebhook, { params: { webhook_id: hook.id }, body })
        : call(webhooksApi.createWebhook, { body }),
    onSaved: async (saved) => {
      onDone(saved);
      await refreshWebhooks(client);
    },
  });
  const { events } = draft;
  const toggle = (name: EventName, isOn: boolean) =>
    set({ events: isOn ? [...events, name] : events.filter((other) => other !== name) });

  return (
    <form {...wiring} noValidate={false} className="space-y-4">
      {problem && <FormProblem message={problem} />}
      <Field label={t("address")} error={faults.url} required>
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            {...text("url")}
            placeholder="https://example.com/hooks/parley"
            maxLength={2000}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <fieldset aria-describedby={faults.events ? legend : undefined}>
        <legend className="text-sm font-medium">{t("events")}</legend>
        <div className="mt-1.5 space-y-1">
          {Object.entries(eventLabels).map(([name, label]) => (
            <label key={name} className="flex items-start gap-2.5 py-1 text-sm">
              <input
                type="checkbox"
                checked={events.includes(name as EventName)}
                onChange={(event) => toggle(name as EventName, event.target.checked)}
                className="mt-0.5 size-4 accent-accent"
              />
              {t(label)}
            </label>
          ))}
        </div>
        {faults.events && (
          <p id={legend} role="alert" className="mt-1 text-sm text-danger">
            {faults.events}
          </p>
        )}
      </fieldset>
      <p className="text-sm text-muted">{t("eventsHelp")}</p>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(hook ? "save" : "add")}
        </Button>
        <Button variant="quiet" onClick={() => onDone()}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
