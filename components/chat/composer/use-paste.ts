import { type ClipboardEvent, type KeyboardEvent, useRef } from "react";
import type { Files } from "@/components/data/use-files";
import { useTranslations } from "@/components/i18n/words";

// Longer pasted text becomes a file unless pasted with Ctrl+Shift+V.
const MAX_PASTED_LENGTH = 4_000;
const MAX_HTML_LENGTH = 1_000_000;
const MAY_HAVE_FORMATTING = /<(h[1-6]|[uo]l|table|pre|code|blockquote|strong|em|del|[absi])[\s>]/i;

const loadConverter = () => import("./to-markdown");

export function usePaste({ files, add }: Pick<Files, "files" | "add">) {
  const t = useTranslations("composer");
  const isAsText = useRef(false);
  const toFile = (words: string, ending: "md" | "txt"): File => {
    const isTaken = (name: string) => files.some((file) => file.name === name);
    let name = `${t("pastedText")}.${ending}`;
    for (let number = 2; isTaken(name); number++) name = `${t("pastedTextAgain", { number })}.${ending}`;
    return new File([words], name, { type: ending === "md" ? "text/markdown" : "text/plain" });
  };
  const pasteFormatted = async (field: HTMLTextAreaElement, html: string, words: string) => {
    const { selectionStart, selectionEnd } = field;
    const markdown = await loadConverter().then(
      ({ toMarkdown }) => toMarkdown(html),
      () => undefined,
    );
    const text = markdown ?? words;
    // The chat was left meanwhile.
    if (!field.isConnected) return;
    if (text.length > MAX_PASTED_LENGTH) return add([toFile(text, markdown ? "md" : "txt")]);
    field.focus();
    field.setSelectionRange(selectionStart, selectionEnd);
    // The only way to insert text that Ctrl+Z removes again.
    document.execCommand("insertText", false, text);
  };
  return {
    onKey: (event: KeyboardEvent) => {
      const isPaste = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
      isAsText.current = isPaste && event.shiftKey;
      // Loaded before the paste where Ctrl is pressed first.
      if (event.key === "Control" || event.key === "Meta") void loadConverter().catch(() => {});
    },
    onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => {
      const words = event.clipboardData.getData("text/plain");
      const html = isAsText.current ? "" : event.clipboardData.getData("text/html");
      if (words !== "" && html.length < MAX_HTML_LENGTH && MAY_HAVE_FORMATTING.test(html)) {
        event.preventDefault();
        return void pasteFormatted(event.currentTarget, html, words);
      }
      // Office programs add a picture of copied text, which is ignored.
      const pasted = words === "" ? [...event.clipboardData.files] : [];
      if (words.length > MAX_PASTED_LENGTH && !isAsText.current) pasted.push(toFile(words, "txt"));
      if (pasted.length === 0) return;
      event.preventDefault();
      void add(pasted);
    },
  };
}
