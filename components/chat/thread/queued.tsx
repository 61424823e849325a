"use client";

import Pencil from "lucide-react/icons/pencil";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import X from "lucide-react/icons/x";
import { MessageEditor } from "@/components/chat/message/message-editor";
import { outbox } from "@/components/data/outbox";
import { useTranslations } from "@/components/i18n/words";
import type { Outgoing } from "@/components/live/use-thread";
import { IconButton } from "@/components/ui/button";

const small = "size-8! pointer-coarse:size-10!";

/** Messages that are sent when the current reply ends. `onClose` is called when editing ends or the message is sent. */
export function Queued({ messages, onClose }: { messages: Outgoing[]; onClose: () => void }) {
  const t = useTranslations("chatOutgoing");
  return (
    <section
      aria-labelledby="queued"
      className="mb-1.5 max-h-[30dvh] overflow-y-auto rounded-xl border bg-surface px-3 py-2 text-sm"
    >
      <p id="queued" role="status" className="text-xs text-muted">
        {t("queued")}
      </p>
      <ul>
        {messages.map((message) => (
          <li key={message.key} className="py-1">
            {message.isHeld ? (
              <MessageEditor
                text={message.text}
                on="save"
                onSave={async (text) => {
                  await outbox.reword(message.chat, message.key, text);
                  onClose();
                }}
                onCancel={() => {
                  outbox.hold(message.chat, message.key, false);
                  onClose();
                }}
              />
            ) : (
              <Waiting message={message} onClose={onClose} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Waiting({ message, onClose }: { message: Outgoing; onClose: () => void }) {
  const t = useTranslations("chatOutgoing");
  const { chat, key, text, files, voice, variables } = message;
  const words = voice ? t("voiceMessage") : text;
  const names = voice ? [] : files.map(({ name }) => name);
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1 pt-1">
        <p className="line-clamp-2 whitespace-pre-wrap wrap-anywhere">{words}</p>
        {names.length > 0 && <p className="truncate text-xs text-muted">{names.join(", ")}</p>}
      </div>
      <IconButton label={t("sendNow")} className={small} onClick={() => void outbox.release(chat, key)}>
        <SendHorizontal aria-hidden />
      </IconButton>
      {!voice && !variables && (
        <IconButton label={t("editQueued")} className={small} onClick={() => outbox.hold(chat, key, true)}>
          <Pencil aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={t("removeQueued")}
        className={small}
        onClick={() => {
          outbox.done(chat, key);
          onClose();
        }}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
