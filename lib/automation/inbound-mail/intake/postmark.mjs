// @ts-check
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** @typedef {import("./read-mail.mjs").ParsedMail} ParsedMail */

const text = z.string().nullish();
const person = z.object({ Email: z.string(), Name: text });
// https://postmarkapp.com/developer/webhooks/inbound-webhook
const shape = z.object({
  FromFull: person,
  OriginalRecipient: text,
  ToFull: z.array(person).nullish(),
  Subject: text,
  TextBody: text,
  HtmlBody: text,
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).nullish(),
  Attachments: z.array(z.object({ Name: z.string(), Content: z.string(), ContentType: text })).nullish(),
});

// A parsed value can take 100 times its size in memory, so their number is limited. Mails consist of few long values.
const MAX_VALUES = 300_000;
const SEPARATORS = new Set([..."[{,"].map((sign) => sign.charCodeAt(0)));

/** @param {string} path */
async function parse(path) {
  const bytes = await readFile(path);
  let values = 0;
  for (const byte of bytes)
    if (SEPARATORS.has(byte) && ++values > MAX_VALUES)
      throw new Problem(`It has more than ${MAX_VALUES.toLocaleString("en")} values.`);
  return shape.parse(JSON.parse(bytes.toString()));
}

/** @param {z.output<typeof shape>} mail */
const listRecipients = ({ OriginalRecipient, ToFull }) =>
  OriginalRecipient ? [OriginalRecipient] : (ToFull ?? []).map(({ Email }) => Email);

/** @param {string} path */
export const readEnvelope = async (path) => ({ recipients: listRecipients(await parse(path)) });

/** @param {string} path @returns {Promise<ParsedMail>} */
export async function readMail(path) {
  const mail = await parse(path);
  const from = mail.FromFull;
  return {
    recipients: listRecipients(mail),
    from: from.Email ? { address: from.Email, name: from.Name ?? undefined } : null,
    subject: mail.Subject ?? undefined,
    text: mail.TextBody ?? undefined,
    html: mail.HtmlBody ?? undefined,
    headers: (mail.Headers ?? []).map(({ Name, Value }) => ({ name: Name, value: Value })),
    attachments: (mail.Attachments ?? []).map(({ Name, Content, ContentType }) => ({
      fileName: Name,
      type: ContentType ?? "",
      bytes: Buffer.from(Content, "base64"),
    })),
  };
}
