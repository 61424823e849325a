"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Access, webAccessQuery } from "@/components/data/web";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, SwitchField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { PasswordInput } from "@/components/ui/password-input";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import type { SearchEngineKind, SearchEngineName } from "@/lib/replies/web/contract";
import { webApi } from "@/lib/replies/web/operations";
import { TestedSearch } from "./tested-search";

const NONE = "";
type AccessDraft = {
  read_pages: boolean;
  search: boolean;
  engine: SearchEngineName | typeof NONE;
  base_url: string;
  engine_id: string;
  api_key: string;
};

const toDraft = (stored: Access): AccessDraft => ({
  read_pages: stored.read_pages,
  search: stored.search,
  engine: stored.engine ?? NONE,
  base_url: stored.base_url ?? "",
  engine_id: stored.engine_id ?? "",
  api_key: "",
});

export function AccessForm({ kinds, stored }: { kinds: SearchEngineKind[]; stored: Access }) {
  const t = useTranslations("webAccess");
  const problem = useProblem();
  const client = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState(() => toDraft(stored));
  const kind = kinds.find(({ engine }) => engine === draft.engine);
  const form = useForm({
    draft,
    setDraft,
    send: (sent: AccessDraft) => call(webApi.setWebAccess, { body: toBody(sent, kind) }),
    onSaved: (saved) => {
      client.setQueryData(webAccessQuery.queryKey, saved);
      setDraft(toDraft(saved));
      toast(t("saved"));
    },
  });
  const test = useMutation({ mutationFn: () => call(webApi.testWebSearch, { body: toBody(draft, kind) }) });
  const set = (change: Partial<AccessDraft>) => {
    test.reset();
    form.set(change);
  };
  return (
    <form {...form.wiring} className="space-y-4">
      {form.problem && <FormProblem message={form.problem} />}
      <SwitchField
        label={t("readPages")}
        help={t("readPagesHelp")}
        value={draft.read_pages}
        onChange={(read_pages) => set({ read_pages })}
      />
      <SwitchField
        label={t("search")}
        help={t("searchHelp")}
        value={draft.search}
        onChange={(search) => set({ search })}
      />
      <EngineFields {...{ kinds, kind, stored, draft, set }} faults={form.faults} />
      {test.error && <FormProblem message={problem(test.error)} />}
      <TestedSearch found={test.data} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {t("save")}
        </Button>
        {kind && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            {t("test")}
          </Button>
        )}
      </div>
    </form>
  );
}

// Returns the request body; omitting the key keeps the stored one.
const toBody = (draft: AccessDraft, kind: SearchEngineKind | undefined) => ({
  read_pages: draft.read_pages,
  search: draft.search,
  engine: kind?.engine ?? null,
  base_url: draft.base_url.trim() || null,
  engine_id: draft.engine_id.trim() || null,
  ...(draft.api_key.trim() && { api_key: draft.api_key.trim() }),
});

type EngineFieldsProps = {
  kinds: SearchEngineKind[];
  kind: SearchEngineKind | undefined;
  stored: Access;
  draft: AccessDraft;
  set: (change: Partial<AccessDraft>) => void;
  faults: Partial<Record<keyof AccessDraft, string>>;
};

function EngineFields({ kinds, kind, stored, draft, set, faults }: EngineFieldsProps) {
  const t = useTranslations("webAccess");
  const text = (field: "base_url" | "engine_id" | "api_key") => ({
    value: draft[field],
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
    autoComplete: "off",
    spellCheck: false,
  });
  // A stored key is only used for the engine and address that it was entered for.
  const isKeyStored =
    stored.has_key && stored.engine === draft.engine && (stored.base_url ?? "") === draft.base_url;

  return (
    <>
      <Field label={t("engine")} help={kind && t(`about_${kind.engine}`)} error={faults.engine}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.engine}
            onChange={(event) =>
              set({
                engine: event.target.value as AccessDraft["engine"],
                base_url: "",
                engine_id: "",
                api_key: "",
              })
            }
          >
            <option value={NONE}>{t("none")}</option>
            {kinds.map(({ engine, label }) => (
              <option key={engine} value={engine}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind?.address === "needed" && (
        <Field label={t("address")} error={faults.base_url} required>
          {(wiring) => (
            <Input {...wiring} type="url" {...text("base_url")} placeholder="http://localhost:8888" />
          )}
        </Field>
      )}
      {kind?.engineId === "needed" && (
        <Field label={t("engineId")} error={faults.engine_id} required>
          {(wiring) => <Input {...wiring} {...text("engine_id")} />}
        </Field>
      )}
      {kind?.key === "needed" && (
        <Field
          label={t("key")}
          help={isKeyStored ? t("keepKey") : undefined}
          error={faults.api_key}
          required={!isKeyStored}
        >
          {(wiring) => (
            <PasswordInput
              {...wiring}
              {...text("api_key")}
              labels={{ show: t("showKey"), hide: t("hideKey") }}
              placeholder={isKeyStored ? "••••••••" : undefined}
            />
          )}
        </Field>
      )}
    </>
  );
}
