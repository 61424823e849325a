import type { RefusedCall } from "./api";
import { forTab } from "./session";

// Message that the server has not acknowledged. Its files are stored separately (`kept-files.ts`).
type Unsent = { key: string; sid: string; text: string; hasFiles: boolean };

// Applies while the server can't be reached; a restored connection retries immediately.
const RETRY_INTERVAL_MS = 10_000;

/** Returns true for transient refusals, after which the message is retried automatically. */
export const isTransientRefusal = ({ status }: RefusedCall): boolean =>
  [0, 409, 502, 503, 504].includes(status);

/**
 * Creates the outbox of the visitor's messages: they are stored per tab across reloads and sent again with the same
 * idempotency key when the connection is back.
 */
export function createOutbox(chatId: string) {
  const place = `parley:${chatId}:unsent`;
  const waiting = new Map<string, () => Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): Unsent[] => JSON.parse(forTab.get(place) ?? "[]") as Unsent[];
  const write = (all: Unsent[]) => forTab.set(place, all.length > 0 ? JSON.stringify(all) : null);
  const without = (key: string) => read().filter((message) => message.key !== key);
  const keptFiles = () => import("./kept-files");

  function forget(key: string): void {
    waiting.delete(key);
    const all = read();
    if (all.find((message) => message.key === key)?.hasFiles)
      void keptFiles()
        .then(({ drop }) => drop(key))
        .catch(Object);
    write(all.filter((message) => message.key !== key));
  }

  async function sendAgain(): Promise<void> {
    clearTimeout(timer);
    const all = [...waiting.values()];
    waiting.clear();
    for (const again of all) await again();
  }

  return {
    sendAgain,
    forget,
    clear: () => {
      for (const { key } of read()) forget(key);
    },
    keep(message: Unsent, files: File[] = []): void {
      waiting.delete(message.key);
      write([...without(message.key), message]);
      // If the browser can't store the files, the message returns to the composer after a reload.
      if (files.length > 0)
        void keptFiles()
          .then(({ save }) => save(message.key, files))
          .catch(Object);
    },
    wait(key: string, again: () => Promise<void>): void {
      waiting.set(key, again);
      clearTimeout(timer);
      timer = setTimeout(() => void sendAgain(), RETRY_INTERVAL_MS);
    },
    /**
     * Restores the messages that this tab had not sent: sends them, or returns them to the composer if their files or
     * conversation no longer exist.
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
