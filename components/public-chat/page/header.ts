import { save } from "@/components/ui/save";
import { type Api, RefusedCall } from "./api";
import type { log } from "./log";
import type { createNoticeLine } from "./notice";
import * as session from "./session";
import type { Texts } from "./texts";

type HeaderOptions = {
  api: () => Api;
  messages: ReturnType<typeof log>;
  say: ReturnType<typeof createNoticeLine>["say"];
  attempt: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  mails: boolean;
  rate: () => void;
  left: () => void;
  focus: () => void;
};

export function createHeader(
  texts: Texts,
  { api, messages, say, attempt, mails, rate, left, focus }: HeaderOptions,
): void {
  const button = (id: string) => document.getElementById(id) as HTMLButtonElement;
  button("fresh").onclick = () => {
    say(texts.newConversationAsk, [
      [
        texts.newConversation,
        () =>
          void attempt(async () => {
            await api().leave();
            left();
            focus();
          }),
      ],
      [texts.cancel, focus],
    ]);
    document.querySelector<HTMLElement>("#notice button:last-child")!.focus();
  };
  button("more").onclick = () =>
    void attempt(async () => {
      const { openMenu } = await import("./menu").catch(() => {
        throw new RefusedCall(0, "");
      });
      const { article, oldest } = messages;
      const now = { hasMessages: oldest() !== undefined, mails };
      const sound = { isOn: session.hasSound, set: session.setSound };
      await openMenu({ api: api(), texts, ...now, attempt, say, article, save, rate, sound });
    });
}
