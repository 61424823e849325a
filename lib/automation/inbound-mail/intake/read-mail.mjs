// @ts-check
// Parses a mail in the format of the service that delivered it. Writes its parts to files, because mails are large.
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { splitWords } from "./words.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {{ name: string, value: string }} Header
 * @typedef {object} ParsedMail
 * @property {string[]} recipients
 * @property {{ address: string, name: string | undefined } | null} from null when there is none, or several
 * @property {string} [sender] envelope sender, if the service reports it outside the headers
 * @property {string} [subject]
 * @property {string} [text]
 * @property {string} [html]
 * @property {Header[]} headers from top to bottom
 * @property {{ fileName: string, type: string, bytes: Uint8Array }[]} attachments
 * @typedef {{ service: "raw" | "mailgun" | "postmark", type: string }} Form `type` is the Content-Type of the request
 */

// Modules are imported on demand, so that only the parser of the given service is loaded.
const services = {
  raw: () => import("./raw.mjs"),
  mailgun: () => import("./mailgun.mjs"),
  postmark: () => import("./postmark.mjs"),
};

// A mail addresses few chats; longer lists come from mailing lists.
const MAX_RECIPIENTS = 100;
const MAX_ADDRESS_CHARACTERS = 320;
const MAX_ATTACHMENTS = 50;
// Limit per header. It is one more than the application accepts, so that the application notices truncated headers.
const MAX_HEADER_CHARACTERS = 20_001;
// Sum over all headers that the application uses.
const MAX_HEADERS_CHARACTERS = 60_000;
// Headers about origin, threading and automatic senders.
const RELEVANT_HEADER_NAMES =
  /^(from|return-path|message-id|references|date|authentication-results|received-spf|x-spam-tests|x-mailgun-spf|x-mailgun-dkim-check-result|dkim-signature|content-type|auto-submitted|precedence|list-id|x-auto-response-suppress|x-autoreply|x-autorespond)$/;

/** @param {Form} form @param {Host} host */
export async function readEnvelope({ service, type }, { input }) {
  const reader = await services[service]();
  const { recipients, ...rest } = await reader.readEnvelope(input, type);
  return { recipients: normalize(recipients), ...rest };
}

/** @param {Form} form @param {Host} host */
export async function readMail({ service, type }, { input, outputPath }) {
  const reader = await services[service]();
  const mail = await reader.readMail(input, type);
  const headers = pickHeaders(mail.headers);
  const { said, rest } = splitWords(mail);
  await writeFile(outputPath("said"), said);
  await writeFile(outputPath("rest"), rest);
  const attachments = mail.attachments.slice(0, MAX_ATTACHMENTS);
  for (const [at, { bytes }] of attachments.entries()) await writeFile(outputPath(`attachment-${at}`), bytes);
  const from = mail.from && {
    address: mail.from.address.toLowerCase().slice(0, MAX_ADDRESS_CHARACTERS),
    name: mail.from.name?.slice(0, 1_000) || null,
  };
  return {
    recipients: normalize(mail.recipients),
    from,
    sender: mail.sender?.slice(0, MAX_ADDRESS_CHARACTERS) ?? null,
    subject: (mail.subject ?? "").slice(0, 2_000),
    contentHash: hashContent(mail, from),
    headers,
    attachments: attachments.map(({ fileName, type }, at) => ({
      fileName: fileName.slice(-1_000),
      type: type.slice(0, 200),
      output: `attachment-${at}`,
    })),
  };
}

/** @param {string[]} recipients */
const normalize = (recipients) =>
  recipients
    .slice(0, MAX_RECIPIENTS)
    .map((address) => address.toLowerCase().slice(0, MAX_ADDRESS_CHARACTERS));

/** @param {Header[]} headers @returns {Header[]} */
function pickHeaders(headers) {
  let characters = 0;
  return headers.flatMap(({ name: given, value }) => {
    const name = given.toLowerCase();
    if (!RELEVANT_HEADER_NAMES.test(name)) return [];
    // The newest references come last.
    const cut =
      name === "references" ? value.slice(-MAX_HEADER_CHARACTERS) : value.slice(0, MAX_HEADER_CHARACTERS);
    characters += cut.length;
    // A dropped header could be the one that disproves the sender.
    if (characters > MAX_HEADERS_CHARACTERS) throw new Problem("Its headers are too long.");
    return [{ name, value: cut }];
  });
}

/**
 * Computes a replacement for a missing Message-ID.
 * @param {ParsedMail} mail
 * @param {ParsedMail["from"] | { address: string, name: string | null }} from
 */
function hashContent({ subject = "", text, html, headers }, from) {
  const dates = headers.flatMap(({ name, value }) => (name.toLowerCase() === "date" ? [value.trim()] : []));
  return createHash("sha256")
    .update(JSON.stringify([from, subject, text, html, dates]))
    .digest("hex");
}
