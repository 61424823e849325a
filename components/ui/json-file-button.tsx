"use client";

import FileUp from "lucide-react/icons/file-up";
import { useRef, useState } from "react";
import { useFault } from "@/components/i18n/problem";
import { ApiError } from "@/lib/api/client";
import { Button } from "./button";
import { useToast } from "./toast";

type JsonFileButtonProps<T> = {
  label: string;
  // Name of the file field.
  fieldLabel: string;
  maxBytes: number;
  // Sentence for a file that is too large or isn't JSON.
  unreadable: string;
  // Sentence for a file that the server refuses. `where` is the path of a field.
  getRefusal: (where: string, why: string) => string;
  send: (content: T) => Promise<void>;
};

/** Button that sends the content of a chosen JSON file. */
export function JsonFileButton<T>(props: JsonFileButtonProps<T>) {
  const { label, fieldLabel, maxBytes, unreadable, getRefusal, send } = props;
  const faultIn = useFault();
  const toast = useToast();
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function sendFile(file: File) {
    setBusy(true);
    try {
      if (file.size > maxBytes) throw new Error(unreadable);
      const content = await file
        .text()
        .then(JSON.parse)
        .catch(() => {
          throw new Error(unreadable);
        });
      await send(content);
    } catch (error) {
      const [first] = error instanceof ApiError ? error.faults : [];
      const where = first?.loc.slice(1).join(".");
      toast(first ? new Error(getRefusal(where ?? "", faultIn([first]) ?? "")) : (error as Error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <input
        ref={field}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={fieldLabel}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) void sendFile(file);
        }}
      />
      <Button busy={isBusy} onClick={() => field.current?.click()}>
        <FileUp className="size-4" aria-hidden /> {label}
      </Button>
    </>
  );
}
