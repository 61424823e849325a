"use client";

import { useState } from "react";
import { useIsSendKey } from "@/components/chat/composer/send-keys";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/field";

const labels = { save: "save", regenerate: "saveAndRegenerate", branch: "saveInBranch" } as const;

export function MessageEditor({
  text: initial,
  on,
  onSave,
  onCancel,
}: {
  text: string;
  /**
   * Effect of saving: only saves, regenerates the reply, or regenerates it in a branch so that later messages of
   * others stay visible.
   */
  on: "save" | "regenerate" | "branch";
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useTranslations("chatOutgoing");
  const isSendKey = useIsSendKey();
  const problem = useProblem();
  const [text, setText] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const canSave = text.trim() !== "" && !isBusy;
  const save = async () => {
    if (!canSave) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSave(text.trim());
    } catch (error) {
      setFailure(problem(error));
      setIsBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") onCancel();
          if (!isSendKey(event)) return;
          event.preventDefault();
          void save();
        }}
        aria-label={t("editMessage")}
        autoFocus
        className="field-sizing-content max-h-96 text-reading!"
      />
      {on === "branch" && <p className="text-sm text-muted">{t("branchHelp")}</p>}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button size="small" variant="primary" type="submit" busy={isBusy} disabled={!canSave}>
          {t(labels[on])}
        </Button>
      </div>
    </form>
  );
}
