import { type Api, newKey, Refusal } from "./api";
import type { log } from "./log";
import type { runningReplies } from "./replies";
import type { Texts } from "./texts";
import { isPassing, type unsentMessages } from "./unsent";

type Given = {
  api: () => Api;
  marker: () => string;
  messages: ReturnType<typeof log>;
  unsent: ReturnType<typeof unsentMessages>;
  replies: () => ReturnType<typeof runningReplies>;
  setHasMessages: (has: boolean) => void;
  say: (text: string) => void;
  /** Has what was refused written again. */
  giveBack: (text: string, files: File[]) => void;
  /** It has arrived. */
  arrived: () => void;
  refused: (error: unknown) => void;
};

/** Sends what a visitor has written, and keeps it until the server has it. */
export function sender(texts: Texts, given: Given) {
  const { api, marker, messages, unsent, replies, setHasMessages, say, giveBack, arrived, refused } = given;
  return async function send(text: string, files: File[], key = newKey()): Promise<void> {
    const pending = messages.pending(text, files);
    unsent.keep({ key, sid: api().sid, text, hasFiles: files.length > 0 }, files);
    setHasMessages(true);
    try {
      const sent = await api().send(text, files, marker(), key);
      unsent.forget(key);
      pending.sent(sent.message);
      say("");
      // Without a conversation there was nothing to hear; the stream begins anew with it, and tells the site of the message.
      if (sent.streaming_task_id && !messages.isAnswered(sent.message.id))
        replies().run(sent.streaming_task_id, sent.message.id);
      arrived();
    } catch (error) {
      if (error instanceof Refusal && files.length > 0 && [413, 415].includes(error.status)) {
        unsent.forget(key);
        pending.gone();
        setHasMessages(messages.oldest() !== undefined);
        giveBack(text, files);
        say(texts.filesRefused);
        return;
      }
      const again = pending.failed(() => send(text, files, key));
      if (!again) return unsent.forget(key);
      if (error instanceof Refusal && isPassing(error)) unsent.wait(key, again);
      else unsent.forget(key);
      refused(error);
    }
  };
}
