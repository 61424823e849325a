import type { Message } from "./queries";

/** FCM takes 4096 bytes in all; of text that is cut here, at most four are a character. */
const LONGEST = { title: 100, body: 240 };

const cut = (text: string, longest: number) => {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
};

/**
 * A message as FCM shows it on every platform. One that is sent twice replaces
 * itself, and a click opens its chat.
 */
export function notification(message: Message, appUrl: string) {
  const tag = `message-${message.id}`;
  const link = `${appUrl}/chats/${message.chatUuid}`;
  return {
    notification: {
      title: cut(
        message.author ? `${message.author} · ${message.chatName}` : message.chatName,
        LONGEST.title,
      ),
      body: cut(message.text, LONGEST.body),
    },
    // FCM takes nothing but text here.
    data: { chat_id: String(message.chatId), chat_uuid: message.chatUuid, message_id: String(message.id) },
    android: { notification: { tag } },
    apns: { headers: { "apns-collapse-id": tag }, payload: { aps: { "thread-id": message.chatUuid } } },
    webpush: {
      notification: { tag },
      // FCM refuses links that are not https.
      ...(link.startsWith("https:") && { fcm_options: { link } }),
    },
  };
}
