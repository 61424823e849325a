import type { Translate } from "@/lib/platform/words/translate";
import type { HeldMail, PushedMessage, Waiting } from "./queries";

// In characters. FCM limits payloads to 4096 bytes, and a character takes at most four bytes.
const MAX_LENGTH = { title: 100, body: 240 };

const cut = (text: string, longest: number) => {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
};

type NotificationContent = {
  title: string;
  body: string;
  /** FCM accepts only strings as values. */
  data: { chat_id: string; chat_uuid: string; [more: string]: string };
  tag: string;
};

export const toMessageNotification = ({
  id,
  author,
  chatId,
  chatName,
  chatUuid,
  text,
}: PushedMessage): NotificationContent => ({
  title: author ? `${author} · ${chatName}` : chatName,
  body: text,
  data: { chat_id: String(chatId), chat_uuid: chatUuid, message_id: String(id) },
  tag: `message-${id}`,
});

/** The shared tag makes a new mail replace earlier notifications of the same chat. */
export const toHeldMailNotification = (
  t: Translate<"mails">,
  { chatId, chatName, chatUuid, from, subject }: HeldMail,
): NotificationContent => ({
  title: chatName,
  body: t("heldMail", { sender: from, subject: subject || t("noSubject") }),
  data: { chat_id: String(chatId), chat_uuid: chatUuid },
  tag: `mails-${chatId}`,
});

export const WHY_VISITORS_WAIT = {
  requested: "visitorAsksForPerson",
  unknown: "visitorWithoutAnswer",
  rule: "visitorSaidWord",
} as const;

export const toWaitingNotification = (
  t: Translate<"mails">,
  { chatId, chatUuid, chatName, publicName, reason }: Waiting,
): NotificationContent => ({
  title: chatName,
  body: t(WHY_VISITORS_WAIT[reason], { chat: publicName }),
  data: { chat_id: String(chatId), chat_uuid: chatUuid },
  tag: `waiting-${chatId}`,
});

/**
 * Builds an FCM message for all platforms. The tag makes a resent notification replace its earlier copy; a click opens
 * the chat.
 */
export function buildFcmMessage({ title, body, data, tag }: NotificationContent, appUrl: string) {
  const link = `${appUrl}/chats/${data.chat_uuid}`;
  return {
    notification: { title: cut(title, MAX_LENGTH.title), body: cut(body, MAX_LENGTH.body) },
    data,
    android: { notification: { tag } },
    apns: { headers: { "apns-collapse-id": tag }, payload: { aps: { "thread-id": data.chat_uuid } } },
    webpush: {
      notification: { tag },
      // FCM rejects links without https.
      ...(link.startsWith("https:") && { fcm_options: { link } }),
    },
  };
}
