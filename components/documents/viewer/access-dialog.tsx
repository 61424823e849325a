"use client";

import { useState } from "react";
import type { Audience } from "@/components/data/library-rights";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { LibraryAudience } from "@/components/people/audience-choice";
import { Dialog } from "@/components/ui/dialog";
import { FormActions } from "@/components/ui/form-actions";
import { FormProblem } from "@/components/ui/form-problem";

type AccessDialogProps = {
  title: string;
  action: string;
  help?: string;
  isMine: boolean;
  audience: Audience;
  saved?: Audience;
  onSave: (audience: Audience) => Promise<unknown>;
  onClose: () => void;
};

export function AccessDialog(props: AccessDialogProps) {
  const { title, action, help, isMine, saved, onSave, onClose } = props;
  const t = useTranslations("documents");
  const problem = useProblem();
  const [audience, setAudience] = useState(props.audience);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSave(audience);
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
        {failure && <FormProblem message={failure} />}
        {help && <p className="text-sm text-muted">{help}</p>}
        <LibraryAudience
          legend={t("whoReads")}
          {...{ isMine, saved, audience }}
          onChange={(change) => setAudience((now) => ({ ...now, ...change }))}
        />
        <FormActions onCancel={onClose} isBusy={isBusy}>
          {action}
        </FormActions>
      </form>
    </Dialog>
  );
}
