"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { FormProblem } from "@/components/account/form-problem";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { ApiError, call } from "@/lib/api/client";
import { webhooksApi } from "@/lib/webhooks/contract";
import { changed, type EventName, eventLabels, type Hook } from "./data";

type Props = {
  /** The webhook to change; absent for a new one. */
  hook?: Hook;
  /** With the webhook as it is now; undefined when nothing was saved. */
  onDone: (hook?: Hook) => void;
};

/** Where a webhook goes and what it is told. */
export function WebhookForm({ hook, onDone }: Props) {
  const cache = useQueryClient();
  const legend = useId();
  const [url, setUrl] = useState(hook?.url ?? "");
  const [events, setEvents] = useState<EventName[]>(hook?.events ?? ["message.created"]);
  const saving = useMutation({
    mutationFn: (): Promise<Hook> =>
      hook
        ? call(webhooksApi.updateWebhook, { params: { webhook_id: hook.id }, body: { url, events } })
        : call(webhooksApi.createWebhook, { body: { url, events } }),
    onSuccess: async (saved) => {
      onDone(saved);
      await changed(cache);
    },
  });
  const { error } = saving;
  const faultOf = (field: string) =>
    error instanceof ApiError ? error.faults.find(({ loc }) => loc.includes(field))?.msg : undefined;
  const [urlFault, eventsFault] = [faultOf("url"), faultOf("events")];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  }
  const toggle = (name: EventName, isOn: boolean) =>
    setEvents((before) => (isOn ? [...before, name] : before.filter((other) => other !== name)));

  return (
    <form onSubmit={onSubmit} className="space-y-4">
      {error && !urlFault && !eventsFault && <FormProblem message={error.message} />}
      <Field label="Address" error={urlFault} required>
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            placeholder="https://example.com/hooks/parley"
            maxLength={2000}
            autoComplete="off"
            autoFocus
          />
        )}
      </Field>
      <fieldset aria-describedby={eventsFault ? legend : undefined}>
        <legend className="text-sm font-medium">It is told when</legend>
        <div className="mt-1.5 space-y-1">
          {Object.entries(eventLabels).map(([name, label]) => (
            <label key={name} className="flex items-start gap-2.5 py-1 text-sm">
              <input
                type="checkbox"
                checked={events.includes(name as EventName)}
                onChange={(event) => toggle(name as EventName, event.target.checked)}
                className="mt-0.5 size-4 accent-accent"
              />
              {label}
            </label>
          ))}
        </div>
        {eventsFault && (
          <p id={legend} role="alert" className="mt-1 text-sm text-danger">
            {eventsFault}
          </p>
        )}
      </fieldset>
      <p className="text-sm text-muted">
        It is told by ids. Texts and names stand in it only for chats that{" "}
        {hook?.created_by ? `${hook.created_by.full_name} is` : "you are"} in.
      </p>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {hook ? "Save" : "Add"}
        </Button>
        <Button variant="quiet" onClick={() => onDone()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
