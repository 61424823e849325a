import { transaction } from "@/db/transaction";
import * as background from "@/lib/background/service";
import { seal, unseal } from "@/lib/seal";
import type { Mail } from "./mail";
import * as queries from "./queries";
import { deliver } from "./transport";

/**
 * Hands a mail over to be sent in the background: kept until it has gone out,
 * tried again while the mail server is away. Within a transaction it goes with
 * the commit; call `background.wake` after that.
 */
export async function mail({ to, ...content }: Mail): Promise<void> {
  const store = async () => {
    const { id } = await queries.insertMail({ to, content: seal("mails", JSON.stringify(content)) });
    await background.emit("mail.requested", { mail_id: id });
  };
  await transaction(store);
  background.wake();
}

/** Sends a mail that waits and forgets it; does nothing when it went out before. @throws when the server does not take it */
export async function send(id: string): Promise<void> {
  const row = await queries.findMail({ id });
  if (!row) return;
  const content = unseal("mails", row.content);
  // Without the secret that sealed it nobody can read it any more.
  if (content !== undefined) await deliver(id, { to: row.to, ...(JSON.parse(content) as Omit<Mail, "to">) });
  await queries.deleteMail({ id });
}
