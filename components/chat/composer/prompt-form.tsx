"use client";

import type { FormEvent } from "react";
import { useVariables, VariableFields } from "@/components/automation/run-prompt/variable-fields";
import type { Command } from "@/components/data/commands";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { FormActions } from "@/components/ui/form-actions";
import type { VariableValues } from "@/lib/automation/task-actions/settings";

type PromptFormProps = {
  command: Command;
  /** True while the composer can't send yet. */
  isBusy: boolean;
  onSend: (sent: { values: VariableValues; files: File[] }) => void;
  onClose: () => void;
};

export function PromptForm({ command, isBusy, onSend, onClose }: PromptFormProps) {
  const { name, description, variables } = command;
  const t = useTranslations("promptVariables");
  const entered = useVariables(variables);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const sent = isBusy ? undefined : entered.take();
    if (!sent) return;
    onClose();
    onSend(sent);
  };
  return (
    <Dialog open onClose={onClose} title={name}>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4 p-1">
        {description && <p className="text-sm text-muted">{description}</p>}
        <VariableFields variables={variables} entered={entered} />
        <FormActions onCancel={onClose} isBusy={isBusy}>
          {t("send")}
        </FormActions>
      </form>
    </Dialog>
  );
}
