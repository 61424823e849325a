"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { refreshConnections } from "@/components/data/models";
import { useFault, useProblem } from "@/components/i18n/problem";
import { useProviderNames } from "@/components/i18n/provider";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { ApiError, call } from "@/lib/api/client";
import { providersApi } from "@/lib/llm/providers/operations";
import {
  type ConnectionDraft,
  type ConnectionTarget,
  type ModelConnectionItem,
  toConnectionInput,
  toDraft,
} from "./connection-draft";
import { AddressField, KeyField, ModelField, NameField, OptionFields } from "./connection-fields";
import { MoreConnectionFields } from "./connection-more-fields";
import { TestResult } from "./connection-test";
import { RemoveConnection } from "./remove-connection";

type ConnectionFormProps = {
  target: ConnectionTarget;
  stored: ModelConnectionItem | undefined;
  onSaved: () => void;
  onRemoved?: () => void;
};

export function ConnectionForm({ target, stored, onSaved, onRemoved }: ConnectionFormProps) {
  const { id, kind } = target;
  const t = useTranslations("settingsModels");
  const tOfHeaders = useTranslations("headers");
  const getProviderName = useProviderNames();
  const problem = useProblem();
  const getSentence = useFault();
  const client = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState(() => toDraft(target, stored));
  const set = (change: Partial<ConnectionDraft>) => setDraft((before) => ({ ...before, ...change }));
  const params = { connection: id };

  const buildBody = () => toConnectionInput(target, draft, tOfHeaders);
  const test = useMutation({
    mutationFn: async () => call(providersApi.testConnection, { params, body: buildBody() }),
  });
  const name = draft.name.trim() || (getProviderName(kind.provider)?.label ?? kind.label);
  const save = useMutation({
    mutationFn: async () => call(providersApi.setConnection, { params, body: buildBody() }),
    onSuccess: async () => {
      await refreshConnections(client);
      toast(t("isConnected", { provider: name }));
      onSaved();
    },
  });

  const failed = save.error ?? test.error;
  const faults = failed instanceof ApiError ? failed.faults : [];
  const getFault = (field: string) => getSentence(faults, field);

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

  const fields = { target, stored, draft, set, getFault };
  return (
    <form onSubmit={onSubmit} className="mt-4 space-y-4 border-t pt-4">
      {failed && faults.length === 0 && <FormProblem message={problem(failed)} />}
      {id !== kind.provider && <NameField {...fields} />}
      <AddressField {...fields} />
      <OptionFields {...fields} />
      <KeyField {...fields} />
      <ModelField {...fields} />
      <MoreConnectionFields {...fields} />
      <TestResult test={test} chosen={draft.model} onChoose={(model) => set({ model })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t("save")}
        </Button>
        <Button busy={test.isPending} onClick={(event) => onTest(event.currentTarget.form)}>
          {t("test")}
        </Button>
        {stored && onRemoved && <RemoveConnection connection={id} name={name} onRemoved={onRemoved} />}
      </div>
    </form>
  );
}
