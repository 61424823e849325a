import { createChosenFiles } from "./chosen-files";
import { icons } from "./icons";
import type { Texts } from "./texts";

type ComposerOptions = {
  send: (text: string, files: File[]) => Promise<void>;
  typed: () => void;
  stop: () => void;
  say: (text: string) => void;
  draft: { get: () => string; set: (text: string) => void };
};

type FormListeners = {
  isBusy: () => boolean;
  submit: (written: string) => Promise<void>;
  stop: () => void;
};

export function createComposer(texts: Texts, { send, typed, stop, say, draft }: ComposerOptions) {
  const form = document.getElementById("composer") as HTMLFormElement;
  const text = document.getElementById("text") as HTMLTextAreaElement;
  const button = document.getElementById("send") as HTMLButtonElement;
  const files = createChosenFiles(texts, text, { paint, say });
  let isBusy = false;
  let isSending = false;
  let prefilled = "";

  function paint(): void {
    draft.set(text.value);
    const label = isBusy ? texts.stop : texts.send;
    button.innerHTML = isBusy ? icons.stop : icons.send;
    button.ariaLabel = button.title = label;
    button.disabled =
      text.disabled || (!isBusy && (isSending || (text.value.trim() === "" && files.isEmpty())));
    text.style.height = "auto";
    text.style.height = `${text.scrollHeight + 2}px`;
    files.show();
  }

  async function submit(written: string): Promise<void> {
    if (isSending) return;
    const message = written.trim() || files.describe();
    if (message === "") return;
    const taken = files.take();
    text.value = "";
    isSending = true;
    paint();
    await send(message, taken);
    isSending = false;
    paint();
  }

  listenToForm(form, text, { isBusy: () => isBusy, submit, stop });
  text.oninput = () => {
    paint();
    if (text.value) typed();
  };

  text.value ||= draft.get();

  return {
    /** @param mayFocus False in a frame, which must not take the focus from the embedding page */
    open: (mayFocus: boolean) => {
      text.disabled = false;
      files.setDisabled(false);
      paint();
      if (mayFocus) text.focus();
    },
    close: () => {
      text.disabled = true;
      files.setDisabled(true);
      paint();
    },
    isOpen: () => !text.disabled,
    setBusy: (is: boolean) => {
      isBusy = is;
      paint();
    },
    prefill: (proposed: string) => {
      if (text.value !== "" && text.value !== prefilled) return;
      text.value = prefilled = proposed;
      paint();
    },
    giveBack: (written: string, unsent: File[]) => {
      text.value = [written, text.value].filter(Boolean).join("\n");
      files.prepend(unsent);
      paint();
      text.focus();
    },
    focus: () => text.focus(),
  };
}

function listenToForm(
  form: HTMLFormElement,
  text: HTMLTextAreaElement,
  { isBusy, submit, stop }: FormListeners,
): void {
  form.onsubmit = (event) => {
    event.preventDefault();
    if (isBusy()) stop();
    else void submit(text.value);
  };
  text.onkeydown = (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!isBusy()) void submit(text.value);
  };
  for (const chip of document.querySelectorAll<HTMLButtonElement>(".chip"))
    chip.onclick = () => {
      text.focus();
      void submit(chip.textContent ?? "");
    };
}
