import { createHash } from "node:crypto";
import { transaction } from "@/db/transaction";
import * as background from "@/lib/platform/background/service";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { log } from "@/lib/platform/log";
import type { Mail } from "./mail";
import { toOneLine } from "./one-line";
import * as queries from "./queries";
import { deliver } from "./transport";

/**
 * Queues a mail that is sent in the background with retries, after the surrounding transaction commits. With
 * `goesOut: false` it does the same work without sending, so that the response time doesn't reveal whether an address
 * has an account.
 */
export async function mail({ to, ...content }: Mail, { goesOut = true } = {}): Promise<void> {
  const store = async () => {
    const letter = { ...content, subject: toOneLine(content.subject) };
    const sealed = seal("mails", JSON.stringify({ ...letter, goesOut }));
    const { id } = await queries.insertMail({ to, content: sealed });
    await background.emit("mail.requested", { mail_id: id });
  };
  await transaction(store);
}

/**
 * Sends and deletes a queued mail; does nothing when it has already been sent.
 * @throws when the server rejects it
 */
export async function send(id: string): Promise<void> {
  const row = await queries.findMail({ id });
  if (!row) return;
  const content = unseal("mails", row.content);
  if (content === undefined)
    log.error({ mail: id }, "AUTH_SECRET has changed: nobody can read this mail any more");
  else {
    const { goesOut, ...letter } = JSON.parse(content) as Omit<Mail, "to"> & { goesOut: boolean };
    if (goesOut) await deliver(id, { to: row.to, ...letter });
  }
  await queries.deleteMail({ id });
}

/**
 * Emits events hourly for mails whose retries are exhausted or whose event was lost. Deletes mails after three days.
 */
export async function sweep(): Promise<void> {
  for (const { id, to, createdAt } of await queries.deleteOldMails()) {
    log.error(
      { mail: id, to, asked_at: createdAt },
      "a mail was undeliverable for three days and was dropped",
    );
  }
  for (const { id, hours } of await queries.countMailsWaitingForHours()) {
    await background.emit("mail.requested", { mail_id: id }, hourlyEvent(id, hours));
  }
}

// Returns the same event ID for all sweeps within an hour, so that only one is accepted.
function hourlyEvent(mailId: string, hours: number): string {
  const hash = createHash("sha256").update(`${mailId} ${hours}`).digest("hex").slice(0, 32);
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
