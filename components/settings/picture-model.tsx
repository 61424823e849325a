"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { type PictureModel as Chosen, pictureModelQuery } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { QueryBoundary } from "@/components/ui/read";
import { Card, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { providersApi } from "@/lib/llm/providers/operations";

const EXAMPLE = "openai:gpt-image-1-mini";

export function PictureModel({ canManage }: { canManage: boolean }) {
  const t = useTranslations("settingsModels");
  const chosen = useQuery(pictureModelQuery);
  return (
    <Section title={t("pictures")} help={canManage ? t("picturesHelp") : undefined}>
      <QueryBoundary query={chosen} loading={t("loadingPictures")} className="mt-3 h-24 rounded-xl">
        {(stored) => (
          <Card className="mt-3">
            {canManage ? <PictureModelForm stored={stored} /> : <PictureModelNow stored={stored} />}
          </Card>
        )}
      </QueryBoundary>
    </Section>
  );
}

function PictureModelNow({ stored: { model } }: { stored: Chosen }) {
  const t = useTranslations("settingsModels");
  if (model === null) return <p className="text-sm">{t("picturesOff")}</p>;
  const name = (text: ReactNode) => <strong className="font-medium">{text}</strong>;
  return <p className="text-sm">{t.rich("picturesNow", { model, name })}</p>;
}

function PictureModelForm({ stored }: { stored: Chosen }) {
  const t = useTranslations("settingsModels");
  const client = useQueryClient();
  const toast = useToast();
  const list = useId();
  const [draft, setDraft] = useState({ model: stored.model ?? "" });
  const form = useForm({
    draft,
    setDraft,
    send: ({ model }) => call(providersApi.setPictureModel, { body: { model: model.trim() || null } }),
    onSaved: (saved) => {
      client.setQueryData(pictureModelQuery.queryKey, saved);
      toast(t("picturesSaved"));
    },
  });
  return (
    <form {...form.wiring} className="space-y-3">
      {form.problem && <FormProblem message={form.problem} />}
      <Field
        label={t("pictureModel")}
        help={t("pictureModelExample", { example: stored.suggestions[0]?.id ?? EXAMPLE })}
        error={form.faults.model}
      >
        {(wiring) => (
          <Input {...wiring} {...form.text("model")} list={list} autoComplete="off" spellCheck={false} />
        )}
      </Field>
      <datalist id={list}>
        {stored.suggestions.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </datalist>
      <Button type="submit" busy={form.isBusy}>
        {t("save")}
      </Button>
    </form>
  );
}
