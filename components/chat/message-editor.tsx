"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/field";

/** One's own message while it is changed. */
export function MessageEditor({
  text: initial,
  willReply,
  onSave,
  onCancel,
}: {
  text: string;
  /** Saving has it replied to again. */
  willReply: boolean;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [text, setText] = useState(initial);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const maySave = text.trim() !== "" && !isBusy;
  const save = async () => {
    if (!maySave) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onSave(text.trim());
    } catch (error) {
      setFailure((error as Error).message);
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
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save();
        }}
        aria-label="Edit message"
        autoFocus
        className="field-sizing-content max-h-96"
      />
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={isBusy} disabled={!maySave}>
          {willReply ? "Save and reply again" : "Save"}
        </Button>
      </div>
    </form>
  );
}
