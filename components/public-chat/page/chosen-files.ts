import { icons } from "./icons";
import type { Texts } from "./texts";

// Same limit as the server's.
const MAX_FILE_BYTES = 50 * 1_048_576;
const MAX_FILES = 10;

export function createChosenFiles(
  texts: Texts,
  text: HTMLTextAreaElement,
  { paint, say }: { paint: () => void; say: (text: string) => void },
) {
  const attach = document.getElementById("attach") as HTMLButtonElement | null;
  const picker = document.getElementById("files") as HTMLInputElement | null;
  const list = document.getElementById("chosen")!;
  let files: File[] = [];

  const isTaken = ({ name }: File) =>
    picker!.accept.split(",").some((ending) => name.toLowerCase().endsWith(ending));

  function getFault(file: File): string | undefined {
    if (!isTaken(file)) return texts.wrongType;
    if (file.size === 0) return texts.emptyFile;
    if (file.size > MAX_FILE_BYTES) return texts.tooLarge;
    if (files.length === MAX_FILES) return texts.tooManyFiles.replace("{count}", String(MAX_FILES));
    return undefined;
  }

  function choose(candidates: Iterable<File>): void {
    const refused = new Map<string, string[]>();
    for (const file of candidates) {
      const fault = getFault(file);
      if (fault) refused.set(fault, [...(refused.get(fault) ?? []), file.name]);
      else files.push(file);
    }
    const faults = [...refused].map(([fault, names]) => fault.replace("{name}", () => names.join(", ")));
    if (faults.length > 0) say(faults.join(" "));
    paint();
    // Loads the module early, because the connection may be lost by the time the files have to be stored.
    if (files.length > 0) void import("./kept-files").catch(Object);
  }

  function remove(file: File): void {
    files = files.filter((other) => other !== file);
    paint();
    text.focus();
  }

  if (attach && picker) {
    attach.onclick = () => picker.click();
    picker.onchange = () => {
      choose(picker.files ?? []);
      picker.value = "";
    };
    text.onpaste = (event) => {
      const pasted = event.clipboardData?.files;
      if (pasted?.length) choose(pasted);
    };
  }

  return {
    isEmpty: () => files.length === 0,
    /** Returns the text for a message that has only files, because the server requires a text. */
    describe(): string {
      const names = files.map(({ name }) => name).join(", ");
      return names && texts.seeFiles.replace("{names}", () => names);
    },
    take(): File[] {
      const taken = files;
      files = [];
      return taken;
    },
    prepend(earlier: File[]): void {
      files = [...earlier, ...files].slice(0, MAX_FILES);
    },
    setDisabled(isDisabled: boolean): void {
      if (attach) attach.disabled = isDisabled;
    },
    show(): void {
      list.hidden = files.length === 0;
      list.replaceChildren(...files.map((file) => createItem(file, texts, remove)));
    },
  };
}

function createItem(file: File, texts: Texts, remove: (file: File) => void): HTMLLIElement {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.innerHTML = icons.close;
  button.ariaLabel = texts.remove.replace("{name}", file.name);
  button.onclick = () => remove(file);
  item.append(file.name, button);
  return item;
}
