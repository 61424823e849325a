// @ts-check
import { readFile } from "node:fs/promises";
import { extractHtmlText } from "../../../platform/html/html.mjs";
import { isPlaceholder } from "../../../platform/html/placeholder.mjs";
import { readWithin } from "./embedded.mjs";
import { toMarkdown } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { detectUtf16 } from "./utf16.mjs";

const MAX_HTML_LENGTH = 5_000_000;
const MAX_ATTACHMENTS = 100;

/**
 * @typedef {import("./readers.mjs").Attached} Attached
 * @typedef {{ subject?: string, from: string, to: string, cc: string, bcc?: string, date?: string, where?: string,
 * starts?: string, ends?: string, text?: string, html?: string, attached: Attached[], names: string[] }} Mail
 * `names`: names of all attachments, including those that aren't read
 */

/**
 * Reads a stored mail (RFC 5322): sender, recipients, subject, body and attachments.
 * @type {import("./readers.mjs").Read}
 */
export async function readMail(path, output, tell) {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(convertUtf16ToUtf8(await readFile(path)), {
    maxNestingDepth: 32,
    forceRfc822Attachments: true,
  });
  if (mail.headers.length === 0) throw new Unreadable("This file is no mail: it has no headers.");
  // Inline content is mostly signature logos, which are not read.
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
      names: mail.attachments.map(getAttachmentName),
      attached: mail.attachments
        .filter((one) => !isShown(one))
        .map((one) => ({
          name: getAttachmentName(one),
          mimeType: one.mimeType,
          bytes: typeof one.content === "string" ? Buffer.from(one.content) : new Uint8Array(one.content),
        })),
    },
    output,
    tell,
  );
}

/** Names of attachments without a file name, by media type. @type {Record<string, string>} */
const NAMES = { "message/rfc822": "message.eml", "text/calendar": "invitation.ics" };

/** @param {import("postal-mime").Attachment} attachment */
const getAttachmentName = ({ filename, mimeType }) => filename || NAMES[mimeType] || "(no name)";

/** Converts a mail that a text editor saved as UTF-16 to UTF-8. @param {Buffer} bytes */
function convertUtf16ToUtf8(bytes) {
  const utf16 = { fffe: "utf-16le", feff: "utf-16be" }[bytes.toString("hex", 0, 2)] ?? detectUtf16(bytes);
  return utf16 ? Buffer.from(new TextDecoder(utf16).decode(bytes)) : bytes;
}

/** Reads a web page saved by a browser with its images as MHTML (RFC 2557). @type {import("./readers.mjs").Read} */
export async function readWebArchive(path, output) {
  const { default: PostalMime } = await import("postal-mime");
  const { html, text, subject } = await PostalMime.parse(await readFile(path), { maxNestingDepth: 32 });
  if (!html && !text) throw new Unreadable("This file has no page in it.");
  output.part(subject ?? null);
  output.add(html ? toMarkdown(html.slice(0, MAX_HTML_LENGTH)).text : (text ?? ""));
}

/** @param {Mail} mail @param {import("./output.mjs").Output} output @param {import("./readers.mjs").Tell} tell */
export async function addMail({ text, html = "", attached, names, ...mail }, output, tell) {
  /** @param {string} label @param {string | undefined} value */
  const line = (label, value) => value && output.add(`${label}: ${value.replaceAll(/\s+/g, " ")}\n`);
  line("Subject", mail.subject);
  line("From", mail.from);
  line("To", mail.to);
  line("Cc", mail.cc);
  line("Bcc", mail.bcc);
  line("Date", mail.date);
  line("Starts", mail.starts);
  line("Ends", mail.ends);
  line("Where", mail.where);
  line("Attachments", names.join(", "));
  const plain = text?.trim() ?? "";
  const page = extractHtmlText(html.slice(0, MAX_HTML_LENGTH)).trim();
  const words = plain === "" || isPlaceholder(plain, page) ? page : plain;
  if (words) output.add(`\n${words.replaceAll("\r\n", "\n")}\n`);
  for (const [at, one] of attached.entries()) {
    if (output.isFull) return;
    if (at === MAX_ATTACHMENTS)
      return output.leaveOut(`Only the first ${MAX_ATTACHMENTS} attachments were read.`);
    await readWithin(one, output, tell, "attachment");
  }
}

/** @param {import("postal-mime").Address[]} [addresses] */
const people = (addresses = []) =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => formatAddress(name, address))
    .join(", ");

/** @param {string} [name] @param {string} [address] */
export const formatAddress = (name, address) =>
  name && address && name !== address ? `${name} <${address}>` : name || address || "";
