import { icons } from "./icons";
import type { Texts } from "./texts";

// Same limit as the server's.
const MAX_FILE_BYTES = 50 * 1_048_576;
const MAX_FILES = 10;

type ComposerOptions = {
  send: (text: string, files: File[]) => Promise<void>;
  typed: () => void;
  stop: () => void;
  say: (text: string) => void;
  draft: { get: () => string; set: (text: string) => void };
};

export function createComposer(texts: Texts, { send, typed, stop, say, draft }: ComposerOptions) {
  const form = document.getElementById("composer") as HTMLFormElement;
  const text = document.getElementById("text") as HTMLTextAreaElement;
  const button = document.getElementById("send") as HTMLButtonElement;
  const attach = document.getElementById("attach") as HTMLButtonElement | null;
  const picker = document.getElementById("files") as HTMLInputElement | null;
  const chosen = document.getElementById("chosen")!;
  let files: File[] = [];
  let isBusy = false;
  let isSending = false;
  let prefilled = "";

  const isTaken = ({ name }: File) =>
    picker!.accept.split(",").some((ending) => name.toLowerCase().endsWith(ending));

  function paint(): void {
    draft.set(text.value);
    const label = isBusy ? texts.stop : texts.send;
    button.innerHTML = isBusy ? icons.stop : icons.send;
    button.ariaLabel = button.title = label;
    button.disabled =
      text.disabled || (!isBusy && (isSending || (text.value.trim() === "" && files.length === 0)));
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight + 2}px`;
    chosen.hidden = files.length === 0;
    chosen.replaceChildren(
      ...files.map((file) => {
        const item = document.createElement("li");
        const remove = document.createElement("button");
        remove.type = "button";
        remove.innerHTML = icons.close;
        remove.ariaLabel = texts.remove.replace("{name}", file.name);
        remove.onclick = () => {
          files = files.filter((other) => other !== file);
          paint();
          text.focus();
        };
        item.append(file.name, remove);
        return item;
      }),
    );
  }

  async function submit(written: string): Promise<void> {
    const given = files;
    // The server requires a text with each message.
    const names = given.map(({ name }) => name).join(", ");
    const said = written.trim() || (names && texts.seeFiles.replace("{names}", () => names));
    if (said === "" || isSending) return;
    text.value = "";
    files = [];
    isSending = true;
    paint();
    await send(said, given);
    isSending = false;
    paint();
  }

  function getFault(file: File): string | undefined {
    if (!isTaken(file)) return texts.wrongType;
    if (file.size === 0) return texts.emptyFile;
    if (file.size > MAX_FILE_BYTES) return texts.tooLarge;
    if (files.length === MAX_FILES) return texts.tooManyFiles.replace("{count}", String(MAX_FILES));
    return undefined;
  }

  function choose(list: Iterable<File>): void {
    const refused = new Map<string, string[]>();
    for (const file of list) {
      const fault = getFault(file);
      if (fault) refused.set(fault, [...(refused.get(fault) ?? []), file.name]);
      else files.push(file);
    }
    const said = [...refused].map(([fault, names]) => fault.replace("{name}", () => names.join(", ")));
    if (said.length > 0) say(said.join(" "));
    paint();
    // Loaded now, because the connection may be lost when the file has to be stored.
    if (files.length > 0) void import("./kept-files").catch(Object);
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    if (isBusy) stop();
    else void submit(text.value);
  };
  text.oninput = () => {
    paint();
    if (text.value) typed();
  };
  text.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!isBusy) void submit(text.value);
  };
  for (const chip of document.querySelectorAll<HTMLButtonElement>(".chip"))
    chip.onclick = () => {
      text.focus();
      void submit(chip.textContent ?? "");
    };
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

  text.value ||= draft.get();

  return {
    /** @param mayFocus False in a frame, which must not take the focus from the embedding page */
    open: (mayFocus: boolean) => {
      text.disabled = false;
      if (attach) attach.disabled = false;
      paint();
      if (mayFocus) text.focus();
    },
    close: () => {
      text.disabled = true;
      if (attach) attach.disabled = true;
      paint();
    },
    isOpen: () => !text.disabled,
    setBusy: (is: boolean) => {
      isBusy = is;
      paint();
    },
    /** Fills in a text proposed by the site unless the visitor has typed something else. */
    prefill: (proposed: string) => {
      if (text.value !== "" && text.value !== prefilled) return;
      text.value = prefilled = proposed;
      paint();
    },
    giveBack: (written: string, given: File[]) => {
      text.value = [written, text.value].filter(Boolean).join("\n");
      files = [...given, ...files].slice(0, MAX_FILES);
      paint();
      text.focus();
    },
    focus: () => text.focus(),
  };
}
