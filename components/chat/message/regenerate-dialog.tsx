"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_ROWS_WITHOUT_SEARCH } from "@/components/chat/chooser/choice";
import { Models } from "@/components/chat/chooser/models";
import { modelsQuery } from "@/components/data/models";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";
import { MAX_INSTRUCTION_LENGTH } from "@/lib/chat/messages/operations";
import type { RegenerationChanges } from "./use-message-actions";

export type RegenerateDialogKind = "instruction" | "model";

type RegenerateDialogProps = {
  kind: RegenerateDialogKind;
  onRegenerate: (changes: RegenerationChanges) => Promise<void>;
  onClose: () => void;
};

/** Asks for an instruction or a model. After a refusal it stays open and shows the error. */
export function RegenerateDialog({ kind, onRegenerate, onClose }: RegenerateDialogProps) {
  const t = useTranslations("messageMenu");
  const problem = useProblem();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const regenerate = async (changes: RegenerationChanges) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onRegenerate(changes);
      onClose();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  };
  const form = { isBusy, failure, onRegenerate: regenerate, onClose };
  return (
    <Dialog
      open
      onClose={() => {
        if (!isBusy) onClose();
      }}
      title={t(kind === "model" ? "withOtherModelTitle" : "withInstructionTitle")}
    >
      {kind === "model" ? <ModelForm {...form} /> : <InstructionForm {...form} />}
    </Dialog>
  );
}

type FormProps = {
  isBusy: boolean;
  failure: string | undefined;
  onRegenerate: (changes: RegenerationChanges) => Promise<void>;
  onClose: () => void;
};

function InstructionForm({ isBusy, failure, onRegenerate, onClose }: FormProps) {
  const t = useTranslations("messageMenu");
  const [text, setText] = useState("");
  const instruction = text.trim();
  const save = () => {
    if (instruction !== "" && !isBusy) void onRegenerate({ instruction });
  };
  return (
    <form
      className="flex flex-col gap-4 p-0.5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label={t("instruction")} help={t("instructionHelp")} error={failure}>
        {(wiring) => (
          <Textarea
            {...wiring}
            value={text}
            maxLength={MAX_INSTRUCTION_LENGTH}
            autoFocus
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
            }}
          />
        )}
      </Field>
      <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={instruction === ""}>
        {t("regenerate")}
      </FormActions>
    </form>
  );
}

function ModelForm({ isBusy, failure, onRegenerate }: FormProps) {
  const t = useTranslations("messageMenu");
  const { data } = useQuery(modelsQuery);
  const [text, setText] = useState("");
  return (
    <div aria-busy={isBusy} className="flex flex-col gap-1">
      {(data?.models.length ?? 0) > MAX_ROWS_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label={t("searchModels")}
          placeholder={t("searchModels")}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="mb-1"
        />
      )}
      <Models
        chosen={null}
        byAssistant={null}
        offersDefault={false}
        search={text.trim().toLowerCase()}
        disabled={isBusy}
        onChoose={(model) => {
          if (model) void onRegenerate({ model });
        }}
      />
      {failure && (
        <p role="alert" className="px-3 text-sm text-danger">
          {failure}
        </p>
      )}
    </div>
  );
}
