// @ts-check
import { open, readFile } from "node:fs/promises";
import PostalMime from "postal-mime";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** @typedef {import("./read-mail.mjs").ParsedMail} ParsedMail */
/** @typedef {import("postal-mime").Address} Address */

// Header sections rarely exceed 32 KB.
const MAX_HEADER_BYTES = 512 * 1024;
// Types of detached signatures (RFC 8551, RFC 3156). They are not stored as files, because only mail clients use them.
const SIGNATURE = /^application\/(x-)?(pkcs7|pgp)-signature$/i;
const NEWLINE = 0x0a;
const MAX_NESTING_DEPTH = 32;
// The parser takes 10 µs and 2 KB per line that is not base64. This limit allows four megabytes of ordinary text.
const MAX_SHORT_LINES = 100_000;
// Base64 lines have 76 bytes (RFC 2045, section 6.8).
const SHORT_LINE_BYTES = 60;

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
  const bytes = await readFile(path);
  assertShortLines(bytes);
  const mail = await parse(bytes);
  const isOne = mail.headers.filter(({ key }) => key.toLowerCase() === "from").length === 1;
  return {
    recipients: listRecipients(mail),
    from: isOne && mail.from?.address ? { address: mail.from.address, name: mail.from.name } : null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: mail.attachments
      .filter(
        ({ related, disposition, mimeType }) =>
          !SIGNATURE.test(mimeType) && (!related || disposition === "attachment"),
      )
      .map(({ filename, mimeType, content }) => ({
        fileName: filename ?? "",
        type: mimeType,
        bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
      })),
  };
}

/** @param {Buffer} bytes */
function assertShortLines(bytes) {
  let lines = 0;
  for (
    let start = 0, end = bytes.indexOf(NEWLINE);
    end >= 0;
    start = end + 1, end = bytes.indexOf(NEWLINE, start)
  )
    if (end - start < SHORT_LINE_BYTES && ++lines > MAX_SHORT_LINES)
      throw new Problem(`It has more than ${MAX_SHORT_LINES.toLocaleString("en")} lines of text.`);
}

/** @param {Buffer} bytes */
const parse = (bytes) =>
  PostalMime.parse(bytes, {
    maxNestingDepth: MAX_NESTING_DEPTH,
    maxHeadersSize: MAX_HEADER_BYTES,
    attachmentEncoding: "arraybuffer",
    // An attached mail is a file, not text of the person who attached it.
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
