import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";
import { toMailId } from "./ids";
import { renderHtml, renderText } from "./layout";
import type { Mail } from "./mail";

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const transport = createOnce(() => createTransport({ url: config().SMTP_URL, pool: true, ...TIMEOUTS }));

/**
 * Sends a mail with SMTP_URL. Without it, the mail is written to `outbox` in the data directory and its link is
 * logged, so that a first run needs no mail server.
 * @throws when the server rejects it or can't be reached
 */
export async function deliver(id: string, mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = config();
  const message = {
    from: MAIL_FROM,
    // Passed as an object, because nodemailer parses a string as an address list.
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: await renderText(mail),
    html: await renderHtml(mail),
    // Resending after a lost response keeps the Message-ID, so that mail programs can drop the duplicate.
    messageId: toMailId(id),
    headers: {
      "Auto-Submitted": mail.thread ? "auto-replied" : "auto-generated",
      ...(mail.unsubscribe && {
        "List-Unsubscribe": `<${mail.unsubscribe.url}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...mail.thread,
  };
  if (SMTP_URL) {
    await transport().sendMail(message);
    return;
  }
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
  const folder = join(DATA_DIR, "outbox");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${new Date().toISOString().replaceAll(":", "-")} ${id}.eml`), bytes as Buffer, {
    mode: 0o600,
  });
  log.info(
    { to: mail.to, subject: mail.subject, link: mail.action?.url },
    "a mail was written to the outbox folder",
  );
}
