"use client";

import { useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "./dialog";
import { Field, Input } from "./field";
import { FormActions } from "./form-actions";

export default function NameForm({
  title,
  action,
  name: given = "",
  maxLength,
  onClose,
  onName,
}: {
  title: string;
  action: string;
  name?: string;
  maxLength: number;
  onClose: () => void;
  onName: (name: string) => Promise<unknown>;
}) {
  const t = useTranslations("ui");
  const problem = useProblem();
  const [name, setName] = useState(given);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onName(name.trim());
      onClose();
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="flex flex-col gap-4 p-0.5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={t("name")} error={failure}>
          {(wiring) => (
            <Input
              {...wiring}
              value={name}
              maxLength={maxLength}
              autoFocus
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <FormActions onCancel={onClose} isBusy={isBusy} isIncomplete={name.trim() === ""}>
          {action}
        </FormActions>
      </form>
    </Dialog>
  );
}
