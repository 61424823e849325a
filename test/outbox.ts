import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime from "postal-mime";
import type { ReceivedMail } from "./fakes/mail-server";

/** Reads the mails of an installation without a mail server from its outbox folder. */
export function outbox(dataDir: string) {
  const folder = join(dataDir, "outbox");
  const seen = new Set<string>();
  const files = () => (existsSync(folder) ? readdirSync(folder).sort() : []);

  async function read(name: string): Promise<ReceivedMail> {
    const raw = readFileSync(join(folder, name), "utf8");
    const mail = await PostalMime.parse(raw);
    return { to: mail.to?.map(({ address }) => address ?? "") ?? [], mail, raw };
  }

  return {
    /** Returns all mails to an address, oldest first. */
    to: async (address: string): Promise<ReceivedMail[]> =>
      (await Promise.all(files().map(read))).filter(({ to }) => to.includes(address)),
    /** Waits for the oldest mail to an address that `next` has not returned yet. */
    next: async (address: string): Promise<ReceivedMail> => {
      for (;;) {
        for (const name of files()) {
          if (seen.has(name)) continue;
          const mail = await read(name);
          // Skips a file that is still being written; it is read again later.
          if (!mail.to.includes(address) || !mail.raw.trimEnd().endsWith("--")) continue;
          seen.add(name);
          return mail;
        }
        await wait(20);
      }
    },
  };
}
