import type { Translate } from "@/lib/platform/words/translate";
import type { HeldMail, Message, Waiting } from "./queries";

/** FCM takes 4096 bytes in all; of text that is cut here, at most four are a character. */
const LONGEST = { title: 100, body: 240 };

const cut = (text: string, longest: number) => {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
};

type Content = {
  title: string;
  body: string;
  /** What is sent with it to the program on the device: FCM takes nothing but text here. */
  data: { chat_id: string; chat_uuid: string; [more: string]: string };
  tag: string;
};

/** A message, with its author. */
export const ofMessage = ({ id, author, chatId, chatName, chatUuid, text }: Message): Content => ({
  title: author ? `${author} · ${chatName}` : chatName,
  body: text,
  data: { chat_id: String(chatId), chat_uuid: chatUuid, message_id: String(id) },
  tag: `message-${id}`,
});

/** A mail that waits: the newest of a chat replaces those before. */
export const ofHeldMail = (
  t: Translate<"mails">,
  { chatId, chatName, chatUuid, from, subject }: HeldMail,
): Content => ({
  title: chatName,
  body: t("heldMail", { sender: from, subject: subject || t("noSubject") }),
  data: { chat_id: String(chatId), chat_uuid: chatUuid },
  tag: `mails-${chatId}`,
});

/** What is said of a visitor who waits, by why they do. */
export const WHY_VISITORS_WAIT = {
  requested: "visitorAsksForPerson",
  unknown: "visitorWithoutAnswer",
  rule: "visitorSaidWord",
} as const;

/** A visitor who waits for the team. */
export const ofWaiting = (
  t: Translate<"mails">,
  { chatId, chatUuid, chatName, publicName, reason }: Waiting,
): Content => ({
  title: chatName,
  body: t(WHY_VISITORS_WAIT[reason], { chat: publicName }),
  data: { chat_id: String(chatId), chat_uuid: chatUuid },
  tag: `waiting-${chatId}`,
});

/** Something as FCM shows it on every platform. What is sent twice replaces itself, and a click opens its chat. */
export function notification({ title, body, data, tag }: Content, appUrl: string) {
  const link = `${appUrl}/chats/${data.chat_uuid}`;
  return {
    notification: { title: cut(title, LONGEST.title), body: cut(body, LONGEST.body) },
    data,
    android: { notification: { tag } },
    apns: { headers: { "apns-collapse-id": tag }, payload: { aps: { "thread-id": data.chat_uuid } } },
    webpush: {
      notification: { tag },
      // FCM refuses links that are not https.
      ...(link.startsWith("https:") && { fcm_options: { link } }),
    },
  };
}
