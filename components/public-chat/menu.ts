import { save } from "@/components/ui/save";
import type { Api } from "./api";
import { dialog, fill, plainButton, row } from "./dialog";
import { listEarlier } from "./earlier";
import { mailForm } from "./mail-form";
import type { Message } from "./message-html";
import { hasSound, setSound } from "./session";
import type { Texts } from "./texts";

export type MenuOf = {
  api: Api;
  texts: Texts;
  hasMessages: boolean;
  /** Whether conversations can be mailed. */
  mails: boolean;
  /** Does what may be refused, and says so. */
  attempt: (work: () => Promise<void>) => Promise<void>;
  say: (text: string) => void;
  dress: (article: HTMLElement, files: NonNullable<Message["attachments"]>) => void;
};

/** What a visitor wants now and then: earlier conversations, a copy of this one, a sound. @throws Refusal */
export async function openMenu(given: MenuOf): Promise<void> {
  const { api, texts, hasMessages, mails, attempt, say } = given;
  const earlier = await api.earlier();
  const window = dialog(texts.more, "menu");
  const show = () => {
    const sound = plainButton("", () => {
      setSound(!hasSound());
      if (hasSound()) void import("./sound").then(({ play }) => play(), Object);
      label();
    });
    const label = () => {
      sound.textContent = hasSound() ? texts.soundOff : texts.soundOn;
    };
    label();
    const items = [
      ...(earlier.length > 0
        ? [plainButton(texts.earlierConversations, () => listEarlier(window, earlier, given, show))]
        : []),
      ...(hasMessages
        ? [
            plainButton(texts.download, () => {
              window.close();
              void attempt(async () => save(await api.download(), "conversation.txt"));
            }),
          ]
        : []),
      ...(hasMessages && mails
        ? [plainButton(texts.mail, () => mailForm(window, api, texts, say, show))]
        : []),
      sound,
    ];
    fill(window, texts.more, ...items, row(plainButton(texts.closeFile, () => window.close())));
  };
  show();
}
