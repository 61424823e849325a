"use client";

import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { finishDeletions } from "@/components/ui/delete-with-undo";
import { Dialog } from "@/components/ui/dialog";
import { Field, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";
import { useToast } from "@/components/ui/toast";
import { useCopy } from "@/components/ui/use-copy";
import { useForm } from "@/components/ui/use-form";
import { call } from "@/lib/api/client";
import { memoriesApi } from "@/lib/chat/memories/operations";

type ImportMemoriesProps = { onImported: () => Promise<unknown> };

/** Imports facts that another assistant has listed. */
export function ImportMemories({ onImported }: ImportMemoriesProps) {
  const t = useTranslations("settingsMemory");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("import")}</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("import")}>
        <ImportForm onImported={onImported} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ImportForm({ onImported, onClose }: ImportMemoriesProps & { onClose: () => void }) {
  const t = useTranslations("settingsMemory");
  const toast = useToast();
  const { isCopied, copy } = useCopy();
  const [draft, setDraft] = useState({ text: "" });
  const { faults, text, problem, isBusy, wiring } = useForm({
    draft,
    setDraft,
    send: async (body) => {
      await finishDeletions();
      return call(memoriesApi.importMemories, { body });
    },
    onSaved: async ({ created, known }) => {
      onClose();
      toast(known > 0 ? t("importedSome", { created, known }) : t("imported", { created }));
      await onImported();
    },
  });
  return (
    <form {...wiring} className="space-y-4">
      {problem && <FormProblem message={problem} />}
      <div className="space-y-2 text-sm">
        <p>{t("importHelp")}</p>
        <blockquote className="rounded-lg bg-sunken px-3 py-2 text-muted">{t("importQuestion")}</blockquote>
        <Button size="small" onClick={() => void copy(t("importQuestion"))}>
          {t(isCopied ? "copied" : "copyQuestion")}
        </Button>
      </div>
      <Field label={t("facts")} help={t("factsHelp")} error={faults.text} required>
        {(control) => <Textarea {...control} {...text("text")} rows={8} className="max-h-[50dvh]" />}
      </Field>
      <FormActions isBusy={isBusy} isIncomplete={draft.text.trim() === ""} onCancel={onClose}>
        {t("importAction")}
      </FormActions>
    </form>
  );
}
