const all: Record<string, { open: string; close: string; frame: string; unread: string }> = {
  en: { open: "Open chat", close: "Close chat", frame: "Chat", unread: "new messages" },
  de: { open: "Chat öffnen", close: "Chat schließen", frame: "Chat", unread: "neue Nachrichten" },
  fr: {
    open: "Ouvrir la discussion",
    close: "Fermer la discussion",
    frame: "Discussion",
    unread: "nouveaux messages",
  },
  es: { open: "Abrir el chat", close: "Cerrar el chat", frame: "Chat", unread: "mensajes nuevos" },
  ar: { open: "فتح المحادثة", close: "إغلاق المحادثة", frame: "محادثة", unread: "رسائل جديدة" },
  zh: { open: "打开聊天", close: "关闭聊天", frame: "聊天", unread: "新消息" },
};

/** In the language of the embedding page, else of the browser. */
export const texts =
  [document.documentElement.lang, ...navigator.languages]
    .map((language) => all[language.slice(0, 2).toLowerCase()])
    .find(Boolean) ?? all.en!;
