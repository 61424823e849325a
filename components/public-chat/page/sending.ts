import { type Api, newKey, RefusedCall } from "./api";
import type { log } from "./log";
import type { createRunningReplies } from "./replies";
import type { Texts } from "./texts";
import { type createOutbox, isTransientRefusal } from "./unsent";

type SenderOptions = {
  api: () => Api;
  marker: () => string;
  messages: ReturnType<typeof log>;
  unsent: ReturnType<typeof createOutbox>;
  replies: () => ReturnType<typeof createRunningReplies>;
  setHasMessages: (has: boolean) => void;
  say: (text: string) => void;
  giveBack: (text: string, files: File[]) => void;
  arrived: () => void;
  refused: (error: unknown) => void;
};

export function createSender(texts: Texts, options: SenderOptions) {
  const { api, marker, messages, unsent, replies, setHasMessages, say, giveBack, arrived, refused } = options;
  return async function send(text: string, files: File[], key = newKey()): Promise<void> {
    const pending = messages.pending(text, files);
    unsent.keep({ key, sid: api().sid, text, hasFiles: files.length > 0 }, files);
    setHasMessages(true);
    try {
      const sent = await api().send(text, files, marker(), key);
      unsent.forget(key);
      pending.sent(sent.message);
      say("");
      // `arrived` opens the event stream if this is the session's first message; the stream reports it to the site.
      if (sent.streaming_task_id && !messages.isAnswered(sent.message.id))
        replies().run(sent.streaming_task_id, sent.message.id);
      arrived();
    } catch (error) {
      if (error instanceof RefusedCall && files.length > 0 && [413, 415].includes(error.status)) {
        unsent.forget(key);
        pending.gone();
        setHasMessages(messages.oldest() !== undefined);
        giveBack(text, files);
        say(texts.filesRefused);
        return;
      }
      const again = pending.failed(() => send(text, files, key));
      if (!again) return unsent.forget(key);
      if (error instanceof RefusedCall && isTransientRefusal(error)) unsent.wait(key, again);
      else unsent.forget(key);
      refused(error);
    }
  };
}
