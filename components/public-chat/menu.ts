import type { Api } from "./api";
import { dialog, fill, plainButton, row } from "./dialog";
import { mailForm } from "./mail-form";
import type { Message } from "./message-html";
import type { Texts } from "./texts";

/** What the page lends to its menu, which imports nothing that the page has: bundles that share code load in more parts. */
export type MenuOf = {
  api: Api;
  texts: Texts;
  hasMessages: boolean;
  /** Whether conversations can be mailed. */
  mails: boolean;
  /** Does what may be refused, and says so. */
  attempt: (work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
  /** A message as the log shows it, to be read only. */
  article: (message: Message) => Promise<HTMLElement>;
  save: (blob: Blob, name: string) => void;
  /** Asks how the conversation was. */
  rate: () => void;
  sound: { isOn: () => boolean; set: (isOn: boolean) => void };
};

/** What a visitor wants now and then: earlier conversations, a copy of this one, a sound. @throws Refusal */
export async function openMenu(given: MenuOf): Promise<void> {
  const { api, texts, hasMessages, mails, attempt, say, save, rate, sound } = given;
  const earlier = await api.earlier();
  const window = dialog(texts.more, "menu");
  const toggle = plainButton("", () => {
    sound.set(!sound.isOn());
    if (sound.isOn()) void import("./sound").then(({ play }) => play()).catch(Object);
    label();
  });
  const label = () => {
    toggle.textContent = sound.isOn() ? texts.soundOff : texts.soundOn;
  };
  const open = () =>
    void attempt(async () => {
      const { listEarlier } = await import("./earlier");
      listEarlier(window, earlier, given, show);
    });
  const download = () => {
    window.close();
    void attempt(async () => save(await api.download(), "conversation.txt"));
  };
  const rateIt = () => {
    window.close();
    rate();
  };
  const show = () => {
    label();
    fill(
      window,
      texts.more,
      ...(earlier.length > 0 ? [plainButton(texts.earlierConversations, open)] : []),
      ...(hasMessages ? [plainButton(texts.download, download)] : []),
      ...(hasMessages && mails
        ? [plainButton(texts.mail, () => mailForm(window, api, texts, say, show))]
        : []),
      ...(hasMessages ? [plainButton(texts.rate, rateIt)] : []),
      toggle,
      row(plainButton(texts.closeFile, () => window.close())),
    );
  };
  show();
}
