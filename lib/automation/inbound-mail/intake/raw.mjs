// @ts-check
import { open, readFile } from "node:fs/promises";
import PostalMime from "postal-mime";

/** @typedef {import("./read-mail.mjs").ParsedMail} ParsedMail */
/** @typedef {import("postal-mime").Address} Address */

/** A header section is rarely longer than 32 KB. */
const MAX_HEADER_BYTES = 512 * 1024;
const MAX_NESTING_DEPTH = 32;

/** @param {Address[]} [list] @returns {string[]} */
const listAddresses = (list = []) =>
  list.flatMap(({ address, group }) => address ?? group?.map((member) => member.address) ?? []);

/** @param {string} path */
export async function readEnvelope(path) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_HEADER_BYTES) });
    const head = buffer.subarray(0, bytesRead);
    const end = /\r?\n\r?\n/.exec(head.toString("latin1"))?.index ?? bytesRead;
    return {
      recipients: listRecipients(
        await parse(Buffer.concat([head.subarray(0, end), Buffer.from("\r\n\r\n")])),
      ),
    };
  } finally {
    await file.close();
  }
}

/** @param {string} path @returns {Promise<ParsedMail>} */
export async function readMail(path) {
  const mail = await parse(await readFile(path));
  const isOne = mail.headers.filter(({ key }) => key.toLowerCase() === "from").length === 1;
  return {
    recipients: listRecipients(mail),
    from: isOne && mail.from?.address ? { address: mail.from.address, name: mail.from.name } : null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: mail.attachments
      .filter(({ related, disposition }) => !related || disposition === "attachment")
      .map(({ filename, mimeType, content }) => ({
        fileName: filename ?? "",
        type: mimeType,
        bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
      })),
  };
}

/** @param {Buffer} bytes */
const parse = (bytes) =>
  PostalMime.parse(bytes, {
    maxNestingDepth: MAX_NESTING_DEPTH,
    maxHeadersSize: MAX_HEADER_BYTES,
    attachmentEncoding: "arraybuffer",
    // A mail that is attached to another is a file like any other, not words of the person who attached it.
    forceRfc822Attachments: true,
  });

/** @param {import("postal-mime").Email} mail */
function listRecipients({ headers, to, cc }) {
  const delivered = headers.flatMap(({ key, value }) =>
    /^(x-original-to|delivered-to|envelope-to)$/i.test(key) ? [value.trim()] : [],
  );
  const named = delivered.length > 0 ? delivered : [...listAddresses(to), ...listAddresses(cc)];
  return named.map((address) => address.replace(/^<|>$/g, ""));
}
