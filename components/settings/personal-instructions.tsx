"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PersonalInstructions, personalInstructionsQuery } from "@/components/data/memories";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Field, SwitchField, Textarea } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { QueryBoundary } from "@/components/ui/read";
import { Card, Section } from "@/components/ui/section";
import { useToast } from "@/components/ui/toast";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import {
  MAX_INSTRUCTIONS_LENGTH,
  personalInstructionsApi,
} from "@/lib/chat/personal-instructions/operations";

export function PersonalInstructionsSection() {
  const t = useTranslations("settingsMemory");
  const stored = useQuery(personalInstructionsQuery);
  return (
    <Section title={t("instructions")} help={t("instructionsHelp")} className="mt-0">
      <QueryBoundary query={stored} loading={t("loadingInstructions")} className="mt-3 h-64 rounded-xl">
        {(instructions) => (
          <Card className="mt-3">
            <InstructionsForm stored={instructions} />
          </Card>
        )}
      </QueryBoundary>
    </Section>
  );
}

function InstructionsForm({ stored }: { stored: PersonalInstructions }) {
  const t = useTranslations("settingsMemory");
  const client = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState(stored);
  const { faults, text, set, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: (body) => call(personalInstructionsApi.setPersonalInstructions, { body }),
    onSaved: (saved) => {
      client.setQueryData(personalInstructionsQuery.queryKey, saved);
      setDraft(saved);
      toast(t("instructionsSaved"));
    },
  });
  const isChanged =
    draft.about !== stored.about || draft.style !== stored.style || draft.enabled !== stored.enabled;
  return (
    <form {...wiring} className="space-y-4">
      {problem && <FormProblem message={problem} />}
      {(["about", "style"] as const).map((field) => (
        <Field key={field} label={t(field)} help={t(`${field}Help`)} error={faults[field]}>
          {(control) => (
            <Textarea
              {...control}
              {...text(field)}
              rows={3}
              maxLength={MAX_INSTRUCTIONS_LENGTH}
              className="field-sizing-content max-h-80 min-h-24"
            />
          )}
        </Field>
      ))}
      <SwitchField
        label={t("useInstructions")}
        help={t("useInstructionsHelp")}
        value={draft.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {(isChanged || isBusy) && (
        <Button type="submit" variant="primary" busy={isBusy}>
          {t("save")}
        </Button>
      )}
    </form>
  );
}
