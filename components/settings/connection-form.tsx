"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { refreshConnections } from "@/components/data/models";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import type { ProviderKind } from "@/lib/llm/models/contract";
import type { ModelConnection } from "@/lib/llm/providers/contract";
import { providersApi } from "@/lib/llm/providers/operations";
import { TestResult } from "./connection-test";
import { RemoveConnection } from "./remove-connection";

export type ModelConnectionItem = z.output<typeof ModelConnection>;

type ConnectionFormProps = {
  kind: ProviderKind;
  stored: ModelConnectionItem | undefined;
  onDone: () => void;
};

export function ConnectionForm({ kind, stored, onDone }: ConnectionFormProps) {
  const t = useTranslations("settingsModels");
  const problem = useProblem();
  const getSentence = useFault();
  const client = useQueryClient();
  const toast = useToast();
  const [address, setAddress] = useState(stored?.base_url ?? "");
  const [key, setKey] = useState("");
  const [model, setModel] = useState(stored?.model ?? "");
  const params = { provider: kind.provider };
  const body = {
    base_url: address.trim() || null,
    // Omitting the key keeps the stored one.
    ...(key.trim() && { api_key: key.trim() }),
    model: model.trim() || null,
  };

  const test = useMutation({ mutationFn: () => call(providersApi.testConnection, { params, body }) });
  const save = useMutation({
    mutationFn: () => call(providersApi.setConnection, { params, body }),
    onSuccess: async () => {
      await refreshConnections(client);
      toast(t("isConnected", { provider: kind.label }));
      onDone();
    },
  });

  const failed = save.error ?? test.error;
  const faults = failed instanceof ApiError ? failed.faults : [];
  const getFault = (field: string) => getSentence(faults, field);
  const hasKey = stored?.has_key ?? false;
  // A stored key is only used for the address that it was entered for.
  const isKeyStored = hasKey && stored?.base_url === body.base_url;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    test.reset();
    save.mutate();
  }
  function onTest(form: HTMLFormElement | null) {
    if (!form?.reportValidity()) return;
    save.reset();
    test.mutate();
  }

  return (
    <form onSubmit={onSubmit} className="mt-4 space-y-4 border-t pt-4">
      {failed && faults.length === 0 && <FormProblem message={problem(failed)} />}
      <AddressField kind={kind} value={address} fault={getFault("base_url")} onChange={setAddress} />
      {kind.key !== "none" && (
        <KeyField
          kind={kind}
          stored={hasKey ? (isKeyStored ? "used" : "unused") : undefined}
          value={key}
          fault={getFault("api_key")}
          onChange={setKey}
        />
      )}
      <ModelField kind={kind} value={model} fault={getFault("model")} onChange={setModel} />
      <TestResult test={test} chosen={model} onChoose={setModel} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t("save")}
        </Button>
        <Button busy={test.isPending} onClick={(event) => onTest(event.currentTarget.form)}>
          {t("test")}
        </Button>
        {stored && <RemoveConnection kind={kind} onRemoved={onDone} />}
      </div>
    </form>
  );
}

function Presets({ kind, onChoose }: { kind: ProviderKind; onChoose: (address: string) => void }) {
  return (
    <div className="mt-2 flex flex-wrap gap-1.5">
      {kind.presets?.map(({ label, address }) => (
        <Button key={label} size="small" title={address} onClick={() => onChoose(address)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

type ConnectionFieldProps = {
  kind: ProviderKind;
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
};

function AddressField({ kind, value, fault, onChange }: ConnectionFieldProps) {
  const t = useTranslations("settingsModels");
  if (kind.address === "none") return null;
  return (
    <div>
      <Field
        label={t(kind.address === "needed" ? "address" : "addressOptional")}
        help={t(`addressHelp_${kind.address}`)}
        error={fault}
        required={kind.address === "needed"}
      >
        {(wiring) => (
          <Input
            {...wiring}
            type="url"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            placeholder={kind.presets?.[0]?.address}
          />
        )}
      </Field>
      <Presets kind={kind} onChoose={onChange} />
    </div>
  );
}

type KeyFieldProps = ConnectionFieldProps & { stored: "used" | "unused" | undefined };

function KeyField({ kind, stored, value, fault, onChange }: KeyFieldProps) {
  const t = useTranslations("settingsModels");
  const isKeyStored = stored === "used";
  return (
    <Field
      label={t(kind.key === "needed" ? "key" : "keyOptional")}
      help={isKeyStored ? t("keepKey") : stored ? t("keyOfOtherAddress") : undefined}
      error={fault}
      required={kind.key === "needed" && !isKeyStored}
    >
      {(wiring) => (
        <PasswordInput
          {...wiring}
          labels={{ show: t("showKey"), hide: t("hideKey") }}
          placeholder={isKeyStored ? "••••••••" : kind.keyHint}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
        />
      )}
    </Field>
  );
}

function ModelField({ kind, value, fault, onChange }: ConnectionFieldProps) {
  const t = useTranslations("settingsModels");
  return (
    <Field
      label={t("modelOptional")}
      help={t(kind.address === "none" ? "modelHelp_none" : "modelHelp_server")}
      error={fault}
    >
      {(wiring) => (
        <Input
          {...wiring}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
