import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import { useWords } from "@/components/words/words";
import type { Files } from "./use-files";

/** Pasted text that is longer becomes a file, which leaves room to say what it is for; Ctrl+Shift+V keeps it as text. */
const LONGEST = 4_000;

/** What is pasted goes along as files where it is files, or a long text. */
export function usePaste({ files, add }: Pick<Files, "files" | "add">) {
  const t = useWords("composer");
  /** What is pasted next stays text. */
  const isAsText = useRef(false);
  /** A pasted text as a file that is called as no other that goes along. */
  const asFile = (words: string): File => {
    const isTaken = (name: string) => files.some((file) => file.name === name);
    let name = `${t("pastedText")}.txt`;
    for (let number = 2; isTaken(name); number++) name = `${t("pastedTextAgain", { number })}.txt`;
    return new File([words], name, { type: "text/plain" });
  };
  return {
    /** Hears each key, which tells how the next paste is meant. */
    onKey: (event: KeyboardEvent) => {
      isAsText.current = event.shiftKey && event.key.toLowerCase() === "v";
    },
    onPaste: (event: ClipboardEvent) => {
      const words = event.clipboardData.getData("text/plain");
      // An office program puts a picture of the text beside the text.
      const pasted = words === "" ? [...event.clipboardData.files] : [];
      if (words.length > LONGEST && !isAsText.current) pasted.push(asFile(words));
      if (pasted.length === 0) return;
      event.preventDefault();
      void add(pasted);
    },
  };
}
