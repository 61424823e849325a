import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";

// Longer pasted text becomes a file unless pasted with Ctrl+Shift+V.
const MAX_PASTED_LENGTH = 4_000;

export function usePaste({ files, add }: Pick<Files, "files" | "add">) {
  const t = useTranslations("composer");
  const isAsText = useRef(false);
  const asFile = (words: string): File => {
    const isTaken = (name: string) => files.some((file) => file.name === name);
    let name = `${t("pastedText")}.txt`;
    for (let number = 2; isTaken(name); number++) name = `${t("pastedTextAgain", { number })}.txt`;
    return new File([words], name, { type: "text/plain" });
  };
  return {
    onKey: (event: KeyboardEvent) => {
      isAsText.current = event.shiftKey && event.key.toLowerCase() === "v";
    },
    onPaste: (event: ClipboardEvent) => {
      const words = event.clipboardData.getData("text/plain");
      // Office programs add a picture of copied text, which is ignored.
      const pasted = words === "" ? [...event.clipboardData.files] : [];
      if (words.length > MAX_PASTED_LENGTH && !isAsText.current) pasted.push(asFile(words));
      if (pasted.length === 0) return;
      event.preventDefault();
      void add(pasted);
    },
  };
}
