"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AccountField, PasswordField } from "@/components/account/fields";
import { FormProblem } from "@/components/account/form-parts";
import { ApiError, call } from "@/lib/api/client";
import { providersApi } from "@/lib/providers/contract";
import { TestResult } from "./connection-test";
import { type Connection, type ProviderKind, presets } from "./provider-kinds";
import { RemoveConnection } from "./remove-connection";

type Props = { kind: ProviderKind; stored: Connection | undefined; onDone: () => void };

/** Address, key and model of one provider, with a test before anything is stored. */
export function ConnectionForm({ kind, stored, onDone }: Props) {
  const cache = useQueryClient();
  const [address, setAddress] = useState(stored?.base_url ?? "");
  const [key, setKey] = useState("");
  const [model, setModel] = useState(stored?.model ?? "");
  const params = { provider: kind.provider };
  const body = {
    base_url: address.trim() || null,
    // Left out, the stored key stays.
    ...(key.trim() && { api_key: key.trim() }),
    model: model.trim() || null,
  };

  const test = useMutation({ mutationFn: () => call(providersApi.testConnection, { params, body }) });
  const save = useMutation({
    mutationFn: () => call(providersApi.setConnection, { params, body }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [providersApi.listConnections.path] });
      await cache.invalidateQueries({ queryKey: [providersApi.listModels.path] });
      onDone();
    },
  });

  const failed = save.error ?? test.error;
  const faultOf = (field: string) =>
    failed instanceof ApiError ? failed.faults.find(({ loc }) => loc.at(-1) === field)?.msg : undefined;
  const isNamed = failed instanceof ApiError && failed.faults.length > 0;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    test.reset();
    save.mutate();
  }

  return (
    <form onSubmit={onSubmit} className="mt-4 space-y-4 border-t border-line pt-4">
      {failed && !isNamed && <FormProblem message={failed.message} />}
      {kind.address !== "none" && (
        <div>
          <AccountField
            label={kind.address === "needed" ? "Address" : "Address (optional)"}
            hint={kind.addressHint}
            type="url"
            inputMode="url"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            placeholder={presets[kind.provider]?.[0]?.address}
            required={kind.address === "needed"}
            fault={faultOf("base_url")}
          />
          <Presets kind={kind} onChoose={setAddress} />
        </div>
      )}
      {kind.key !== "none" && (
        <PasswordField
          label={kind.key === "needed" ? "Key" : "Key (optional)"}
          hint={stored?.has_key ? "A key is stored. Leave this empty to keep it." : undefined}
          placeholder={stored?.has_key ? "••••••••" : kind.keyHint}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          autoComplete="off"
          showLabel="key"
          required={kind.key === "needed" && !stored?.has_key}
          fault={faultOf("api_key")}
        />
      )}
      <AccountField
        label="Model (optional)"
        hint={kind.modelHint}
        value={model}
        onChange={(event) => setModel(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        fault={faultOf("model")}
      />
      <TestResult test={test} chosen={model} onChoose={setModel} />
      <div className="flex flex-wrap gap-2">
        <button
          type="submit"
          aria-disabled={save.isPending}
          className="rounded-lg bg-accent px-3 py-1.5 text-sm font-medium text-on-accent"
        >
          {save.isPending ? "Saving…" : "Save"}
        </button>
        <button
          type="button"
          aria-disabled={test.isPending}
          onClick={(event) => {
            if (!event.currentTarget.form?.reportValidity()) return;
            save.reset();
            test.mutate();
          }}
          className="rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-sunken"
        >
          {test.isPending ? "Testing…" : "Test connection"}
        </button>
        {stored && <RemoveConnection kind={kind} onRemoved={onDone} />}
      </div>
    </form>
  );
}

function Presets({ kind, onChoose }: { kind: ProviderKind; onChoose: (address: string) => void }) {
  const known = presets[kind.provider] ?? [];
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {known.map(({ label, address }) => (
        <button
          key={label}
          type="button"
          title={address}
          onClick={() => onChoose(address)}
          className="rounded-full border border-line px-2.5 py-1 text-xs hover:bg-sunken"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
