import type { Refusal } from "./api";
import { forTab } from "./session";

/** A message that the server has not acknowledged. Its files are kept apart (`kept-files.ts`). */
type Unsent = { key: string; sid: string; text: string; hasFiles: boolean };

/** A server that could not be reached is tried again this often, besides when the connection is back. In ms. */
const AGAIN_EVERY = 10_000;

/** Refused for what goes by: the message is sent again without its visitor. */
export const isPassing = ({ status }: Refusal): boolean => [0, 409, 502, 503, 504].includes(status);

/**
 * What a visitor wrote and the server has not acknowledged: kept by the tab
 * over a reload, and sent again under its key when the connection is back.
 */
export function unsentMessages(chatId: string) {
  const place = `parley:${chatId}:unsent`;
  const waiting = new Map<string, () => Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): Unsent[] => JSON.parse(forTab.get(place) ?? "[]") as Unsent[];
  const write = (all: Unsent[]) => forTab.set(place, all.length > 0 ? JSON.stringify(all) : null);
  const without = (key: string) => read().filter((message) => message.key !== key);
  const keptFiles = () => import("./kept-files");

  /** It is sent, or not to be sent by itself. */
  function forget(key: string): void {
    waiting.delete(key);
    const all = read();
    if (all.find((message) => message.key === key)?.hasFiles)
      void keptFiles()
        .then(({ drop }) => drop(key))
        .catch(Object);
    write(all.filter((message) => message.key !== key));
  }

  /** Sends what waits, in its order. */
  async function sendAgain(): Promise<void> {
    clearTimeout(timer);
    const all = [...waiting.values()];
    waiting.clear();
    for (const again of all) await again();
  }

  return {
    sendAgain,
    forget,
    /** Everything: the visitor has ended the chat. */
    clear: () => {
      for (const { key } of read()) forget(key);
    },
    keep(message: Unsent, files: File[] = []): void {
      waiting.delete(message.key);
      write([...without(message.key), message]);
      // Where the browser cannot, their message is given back after a reload.
      if (files.length > 0)
        void keptFiles()
          .then(({ keep }) => keep(message.key, files))
          .catch(Object);
    },
    wait(key: string, again: () => Promise<void>): void {
      waiting.set(key, again);
      clearTimeout(timer);
      timer = setTimeout(() => void sendAgain(), AGAIN_EVERY);
    },
    /**
     * What this tab had not sent when it was left: sent now, or given back to
     * be written again where its files or its conversation are gone.
     */
    async takeUp(
      sid: string,
      send: (text: string, files: File[], key: string) => Promise<void>,
      giveBack: (text: string, files: File[]) => void,
    ): Promise<void> {
      for (const { key, text, hasFiles, ...message } of read()) {
        const files = hasFiles
          ? await keptFiles()
              .then(({ read }) => read(key))
              .catch(() => undefined)
          : [];
        if (message.sid === sid && files) await send(text, files, key);
        else {
          forget(key);
          giveBack(text, files ?? []);
        }
      }
    },
  };
}
