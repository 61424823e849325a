import type { Api, RefusedCall } from "./api";
import { createButtonRow, createPlainButton, fill } from "./dialog";
import type { Texts } from "./texts";

type MailField = Partial<Record<"type" | "autocomplete" | "inputMode" | "pattern", string>> & {
  maxLength: number;
};

/**
 * Mails the conversation after the address is confirmed with a code.
 * @param back Shows the previous content
 */
export function mailForm(
  window: HTMLDialogElement,
  api: Api,
  texts: Texts,
  say: (text: string) => void,
  back: () => void,
): void {
  let email = "";
  step(
    texts.mailAddress,
    texts.mailHelp,
    texts.mailSendCode,
    { type: "email", autocomplete: "email", maxLength: 254 },
    async (given) => {
      await api.mail(given);
      email = given;
      const help = texts.mailCodeHelp.replace("{email}", () => email);
      const field = { inputMode: "numeric", autocomplete: "one-time-code", maxLength: 6, pattern: "\\d{6}" };
      step(texts.mailCode, help, texts.mail, field, async (code) => {
        await api.mail(email, code);
        window.close();
        say(texts.mailSent.replace("{email}", () => email));
      });
    },
  );

  function step(
    label: string,
    help: string,
    action: string,
    properties: MailField,
    work: (text: string) => Promise<void>,
  ): void {
    const form = document.createElement("form");
    // The browser's validation rejects internationalized addresses, which the server accepts.
    form.noValidate = properties.type === "email";
    const caption = document.createElement("label");
    const field = document.createElement("input");
    Object.assign(field, { required: true }, properties);
    const about = document.createElement("p");
    const fault = document.createElement("p");
    const submit = document.createElement("button");
    caption.append(label, field);
    about.textContent = help;
    about.id = "mail-help";
    field.setAttribute("aria-describedby", about.id);
    fault.role = "alert";
    submit.className = "plain-button";
    submit.textContent = action;
    form.append(caption, about, fault, createButtonRow(createPlainButton(texts.back, back), submit));
    form.onsubmit = async (event) => {
      event.preventDefault();
      submit.disabled = true;
      fault.textContent = "";
      try {
        await work(field.value.trim());
      } catch (error) {
        fault.textContent = getFault(error as RefusedCall, texts);
      } finally {
        submit.disabled = false;
      }
    };
    fill(window, texts.mail, form);
  }
}

function getFault({ status, retryAfter }: RefusedCall, texts: Texts): string {
  if (status === 0) return texts.unreachable;
  if (status === 422) return texts.mailWrong;
  if (status === 429)
    return texts.mailTooMany.replace("{minutes}", String(Math.ceil((retryAfter ?? 3600) / 60)));
  return texts.failed;
}
