// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { decodeBytes, getCodePageEncoding } from "./code-pages.mjs";
import { extractCompoundFile, openCompound } from "./compound.mjs";
import { decompressRtf } from "./compressed-rtf.mjs";
import { addMail, formatAddress } from "./mail.mjs";
import { extractRtfText } from "./rtf.mjs";

const require = createRequire(import.meta.url);

// Stream that distinguishes messages (MS-OXMSG 2.4) from other OLE objects.
const PROPERTIES = "__properties_version1.0";

/** Reads mails and appointments stored by Outlook (MS-OXMSG). @type {import("./readers.mjs").Read} */
export async function readOutlookMail(path, output, tell) {
  const bytes = await readFile(path);
  const { reader, mail } = openMail(bytes);
  /** @param {string} kind */
  const recipients = (kind) =>
    (mail.recipients ?? [])
      .filter((/** @type {any} */ one) => (one.recipType ?? "to") === kind)
      .map((/** @type {any} */ one) => formatAddress(one.name, one.smtpAddress ?? one.email))
      .join(", ");
  const attached = listAttachments(reader, mail);
  const html = getHtml(mail);
  await addMail(
    {
      subject: mail.subject,
      from: formatAddress(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail),
      to: recipients("to"),
      cc: recipients("cc"),
      bcc: recipients("bcc"),
      date: toIsoDate(mail.messageDeliveryTime ?? mail.clientSubmitTime),
      starts: toIsoDate(mail.apptStartWhole),
      ends: toIsoDate(mail.apptEndWhole),
      where: mail.apptLocation,
      text: mail.body?.trim() || html ? mail.body : getBodyText(mail),
      html,
      names: attached.map(({ name }) => name),
      attached: attached.flatMap(({ name, bytes: content }) => (content ? [{ name, bytes: content }] : [])),
    },
    output,
    tell,
  );
}

/**
 * Opens a message. Its 8-bit strings use the code page that the message declares (MS-OXCMSG 2.2.1.7).
 * @param {Buffer} bytes
 */
function openMail(bytes) {
  const { default: MsgReader } = require("@kenjiuno/msgreader");
  const open = (/** @type {string | undefined} */ ansiEncoding) => {
    const reader = new MsgReader(new Uint8Array(bytes).buffer);
    if (ansiEncoding) reader.parserConfig = { ansiEncoding };
    const mail = reader.getFileData();
    if (mail.error) throw new Error(mail.error);
    return { reader, mail };
  };
  const first = open(undefined);
  const page = first.mail.messageCodepage ?? first.mail.internetCodepage ?? 1252;
  return open(getCodePageEncoding(page));
}

/** @param {any} mail */
function getHtml(mail) {
  if (mail.bodyHtml) return mail.bodyHtml;
  if (!mail.html) return undefined;
  const bytes = Buffer.from(mail.html);
  if (mail.internetCodepage) return decodeBytes(bytes, getCodePageEncoding(mail.internetCodepage));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeBytes(bytes, "windows-1252");
  }
}

/** Returns the plain-text body, or the text of the RTF body if the mail has one. @param {any} mail */
function getBodyText(mail) {
  if (!mail.compressedRtf) return mail.body;
  try {
    return extractRtfText(decompressRtf(Buffer.from(mail.compressedRtf)));
  } catch {
    return mail.body;
  }
}

/** @param {string | undefined} date */
const toIsoDate = (date) =>
  date && !Number.isNaN(Date.parse(date)) ? new Date(date).toISOString() : undefined;

/**
 * Returns attached files, mails, and files inside OLE objects. OLE objects without a file are omitted, since the body
 * displays their picture.
 * @param {any} reader
 * @param {any} mail
 * @returns {{ name: string, bytes?: Uint8Array }[]} `bytes` is absent if the attachment has no data
 */
function listAttachments(reader, mail) {
  /** @type {any[]} */
  const attachments = (mail.attachments ?? []).filter((/** @type {any} */ one) => !one.attachmentHidden);
  return attachments.flatMap((one) => {
    const name = one.fileName ?? one.fileNameShort ?? one.name ?? "(no name)";
    if (one.dataId === undefined && !one.innerMsgContent) return [{ name }];
    const { fileName = name, content } = reader.getAttachment(one);
    if (!one.innerMsgContent || openCompound(content).has(PROPERTIES))
      return [{ name: fileName, bytes: content }];
    const file = extractCompoundFile(content, name);
    return file ? [file] : [];
  });
}
