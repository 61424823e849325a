// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { textOfHtml } from "../../../platform/html/html.mjs";
import { isPlaceholder } from "../../../platform/html/placeholder.mjs";
import { markdownOf } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { utf16In } from "./utf16.mjs";

const require = createRequire(import.meta.url);

const LONGEST_HTML = 5_000_000;
const MOST_ATTACHMENTS = 100;

/**
 * @typedef {import("./readers.mjs").Attached} Attached
 * @typedef {{ subject?: string, from: string, to: string, cc: string, date?: string, text?: string, html?: string, attached: Attached[], names: string[] }} Mail
 * `names`: of all that is attached, also of what is not read
 */

/** A stored mail (RFC 5322): from whom it is, what about, its words, and what is attached. @type {import("./readers.mjs").Read} */
export async function readMail(path, output, tell) {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(toBytesOfAscii(await readFile(path)), {
    maxNestingDepth: 32,
    forceRfc822Attachments: true,
  });
  if (mail.headers.length === 0) throw new Unreadable("This file is no mail: it has no headers.");
  // What is shown within the words is the logo below them.
  const isShown = (/** @type {import("postal-mime").Attachment} */ { disposition, related, mimeType }) =>
    disposition !== "attachment" && (related || mimeType.startsWith("image/"));
  await addMail(
    {
      subject: mail.subject,
      from: people(mail.from ? [mail.from] : []),
      to: people(mail.to),
      cc: people(mail.cc),
      date: mail.date,
      text: mail.text,
      html: mail.html,
      names: mail.attachments.map(nameOf),
      attached: mail.attachments
        .filter((one) => !isShown(one))
        .map((one) => ({
          name: nameOf(one),
          mimeType: one.mimeType,
          bytes: typeof one.content === "string" ? Buffer.from(one.content) : new Uint8Array(one.content),
        })),
    },
    output,
    tell,
  );
}

/** Names of what mails carry without one. @type {Record<string, string>} */
const NAMES = { "message/rfc822": "message.eml", "text/calendar": "invitation.ics" };

/** @param {import("postal-mime").Attachment} attachment */
const nameOf = ({ filename, mimeType }) => filename || NAMES[mimeType] || "(no name)";

/** A mail that was saved as UTF-16, as editors do. @param {Buffer} bytes */
function toBytesOfAscii(bytes) {
  const utf16 = { fffe: "utf-16le", feff: "utf-16be" }[bytes.toString("hex", 0, 2)] ?? utf16In(bytes);
  return utf16 ? Buffer.from(new TextDecoder(utf16).decode(bytes)) : bytes;
}

/** A page of the web with its pictures, as browsers save it (RFC 2557). @type {import("./readers.mjs").Read} */
export async function readWebArchive(path, output) {
  const { default: PostalMime } = await import("postal-mime");
  const { html, text, subject } = await PostalMime.parse(await readFile(path), { maxNestingDepth: 32 });
  if (!html && !text) throw new Unreadable("This file has no page in it.");
  output.part(subject ?? null);
  output.add(html ? markdownOf(html.slice(0, LONGEST_HTML)).text : (text ?? ""));
}

/** A mail that Outlook stored (MS-OXMSG). @type {import("./readers.mjs").Read} */
export async function readOutlookMail(path, output, tell) {
  const { default: MsgReader } = require("@kenjiuno/msgreader");
  const bytes = await readFile(path);
  const reader = new MsgReader(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const mail = reader.getFileData();
  if (mail.error) throw new Error(mail.error);
  /** @type {any[]} */
  const attachments = (mail.attachments ?? []).filter((/** @type {any} */ one) => !one.attachmentHidden);
  /** @param {string} kind */
  const recipients = (kind) =>
    (mail.recipients ?? [])
      .filter((/** @type {any} */ one) => (one.recipType ?? "to") === kind)
      .map((/** @type {any} */ one) => shown(one.name, one.smtpAddress ?? one.email))
      .join(", ");
  const html = mail.bodyHtml ?? (mail.html ? new TextDecoder().decode(mail.html) : undefined);
  const date = mail.messageDeliveryTime ?? mail.clientSubmitTime;
  await addMail(
    {
      subject: mail.subject,
      from: shown(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail),
      to: recipients("to"),
      cc: recipients("cc"),
      date: date && !Number.isNaN(Date.parse(date)) ? new Date(date).toISOString() : undefined,
      text: mail.body,
      html,
      names: attachments.map(({ fileName, name }) => fileName ?? name ?? "(no name)"),
      attached: attachments
        .filter((one) => one.dataId !== undefined || one.innerMsgContent)
        .map((one) => {
          const { fileName, content } = reader.getAttachment(one);
          return { name: fileName ?? "(no name)", bytes: content };
        }),
    },
    output,
    tell,
  );
}

/** @param {Mail} mail @param {import("./output.mjs").Output} output @param {import("./readers.mjs").Tell} tell */
async function addMail({ text, html = "", attached, names, ...mail }, output, { readAttached }) {
  /** @param {string} label @param {string | undefined} value */
  const line = (label, value) => value && output.add(`${label}: ${value.replaceAll(/\s+/g, " ")}\n`);
  line("Subject", mail.subject);
  line("From", mail.from);
  line("To", mail.to);
  line("Cc", mail.cc);
  line("Date", mail.date);
  line("Attachments", names.join(", "));
  const plain = text?.trim() ?? "";
  const page = textOfHtml(html.slice(0, LONGEST_HTML)).trim();
  const words = plain === "" || isPlaceholder(plain, page) ? page : plain;
  if (words) output.add(`\n${words.replaceAll("\r\n", "\n")}\n`);
  for (const [at, one] of attached.entries()) {
    if (output.isFull || !readAttached) return;
    if (at === MOST_ATTACHMENTS)
      return output.leaveOut(`Only the first ${MOST_ATTACHMENTS} attachments were read.`);
    try {
      await readAttached(one, output);
    } catch (error) {
      const why = error instanceof Unreadable ? error.message : "It seems to be damaged.";
      output.leaveOut(`The attachment ${one.name} was not read. ${why}`);
    }
  }
}

/** @param {import("postal-mime").Address[]} [addresses] */
const people = (addresses = []) =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => shown(name, address))
    .join(", ");

/** @param {string} [name] @param {string} [address] */
const shown = (name, address) =>
  name && address && name !== address ? `${name} <${address}>` : name || address || "";
