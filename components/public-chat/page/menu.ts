import type { Api } from "./api";
import { createButtonRow, createDialog, createPlainButton, fill } from "./dialog";
import { mailForm } from "./mail-form";
import type { VisitorMessage } from "./message-html";
import type { Texts } from "./texts";

/** Dependencies of the menu, which are passed in rather than imported: bundles with shared code load in more parts. */
export type MenuOf = {
  api: Api;
  texts: Texts;
  hasMessages: boolean;
  mails: boolean;
  attempt: (work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
  article: (message: VisitorMessage) => Promise<HTMLElement>;
  save: (blob: Blob, name: string) => void;
  rate: () => void;
  sound: { isOn: () => boolean; set: (isOn: boolean) => void };
};

/**
 * Opens the menu: earlier conversations, a copy of this one, the sound.
 * @throws RefusedCall
 */
export async function openMenu(input: MenuOf): Promise<void> {
  const { api, texts, hasMessages, mails, attempt, say, save, rate, sound } = input;
  const earlier = await api.earlier();
  const window = createDialog(texts.more, "menu");
  const toggle = createPlainButton("", () => {
    sound.set(!sound.isOn());
    if (sound.isOn()) void import("./sound").then(({ play }) => play()).catch(Object);
    label();
  });
  const label = () => {
    toggle.textContent = sound.isOn() ? texts.soundOff : texts.soundOn;
  };
  const open = () =>
    void attempt(async () => {
      const { showEarlierConversations } = await import("./earlier");
      showEarlierConversations(window, earlier, input, show);
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
      ...(earlier.length > 0 ? [createPlainButton(texts.earlierConversations, open)] : []),
      ...(hasMessages ? [createPlainButton(texts.download, download)] : []),
      ...(hasMessages && mails
        ? [createPlainButton(texts.mail, () => mailForm(window, api, texts, say, show))]
        : []),
      ...(hasMessages ? [createPlainButton(texts.rate, rateIt)] : []),
      toggle,
      createButtonRow(createPlainButton(texts.closeFile, () => window.close())),
    );
  };
  show();
}
