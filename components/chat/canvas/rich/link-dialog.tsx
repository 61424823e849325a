import { type FormEvent, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormActions } from "@/components/ui/form-actions";

const MAX_ADDRESS_LENGTH = 2_000;

export function LinkDialog({
  address,
  onAddress,
  onClose,
}: {
  /** Address of the link that is being changed; empty for a new one. */
  address: string;
  /** Called with an empty address to remove the link. */
  onAddress: (address: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("canvasEditor");
  const [draft, setDraft] = useState(address);
  const finish = (chosen: string) => {
    onClose();
    // The dialog returns the focus first.
    queueMicrotask(() => onAddress(chosen));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish(draft.trim());
  };
  return (
    <Dialog open onClose={onClose} title={t("link")}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-0.5">
        <Field label={t("address")}>
          {(control) => (
            <Input
              {...control}
              value={draft}
              onChange={({ target }) => setDraft(target.value)}
              maxLength={MAX_ADDRESS_LENGTH}
              placeholder="https://"
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        {address !== "" && (
          <Button className="self-start" onClick={() => finish("")}>
            {t("removeLink")}
          </Button>
        )}
        <FormActions onCancel={onClose} isBusy={false}>
          {t("apply")}
        </FormActions>
      </form>
    </Dialog>
  );
}
