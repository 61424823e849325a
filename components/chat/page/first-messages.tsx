"use client";

import { OutgoingMessage } from "@/components/chat/message/outgoing-message";
import { type Outgoing, outbox } from "@/components/data/outbox";
import { useTranslations } from "@/components/i18n/words";

export function FirstMessages({ messages }: { messages: Outgoing[] }) {
  const t = useTranslations("chatOutgoing");
  return (
    <section aria-label={t("notSentYet")}>
      <ul className="mb-5 flex flex-col gap-4">
        {messages.map((message) => (
          <li key={message.key}>
            <OutgoingMessage
              message={message}
              onJump={() => {}}
              onRetry={(files) => outbox.again(message.chat, message.key, files)}
              onStop={() => outbox.stop(message.key)}
              onDiscard={() => outbox.discard(message.chat, message.key)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
