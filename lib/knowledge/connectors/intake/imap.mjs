// @ts-check
// Reads the messages of a mailbox folder (IMAP4rev1, RFC 3501) as EML files, grouped by year and month.
import { createWriteStream } from "node:fs";
import { isIP } from "node:net";
import { pipeline } from "node:stream/promises";
import { connect as connectTls, rootCertificates } from "node:tls";
import { ImapFlow } from "imapflow";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { ItemList } from "./items.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {object} Mailbox
 * @property {string} host
 * @property {string} address IP address of the host
 * @property {number} port
 * @property {string} user
 * @property {string} password
 * @property {string} folder
 * @property {boolean} mayBePlain true when the connection may be unencrypted
 * @property {string[]} certificates of authorities that the application trusts in addition to Node's
 * @property {number} maxFileBytes
 */

const MB = 1024 * 1024;
const IMPLICIT_TLS_PORT = 993;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 60_000;
// The maximum size of responses without message bodies: no mail server accepts headers of this size.
const MAX_LINE_BYTES = 10 * MB;
// The limit is high, because an envelope has several tokens for each address.
const MAX_RESPONSE_TOKENS = 500_000;
// The prefix of error codes that the application translates into sentences.
const CODE_PREFIX = "connection:";
// The maximum number of bytes that a server may send before the folder is open. Servers send only a few lines.
const MAX_OPENING_BYTES = 5 * MB;
const LOOK_INTERVAL_MS = 50;
const FLOOD_CODES = ["LineTooLarge", "LiteralTooLarge", "ResponseTooLarge", "TooManyTokens"];

/** @type {{ client: ImapFlow, validity: string, maxFileBytes: number }} */
let mailbox;

/** @param {Mailbox} settings @param {Host} host */
export async function open(settings, host) {
  const { port, user, password, folder, mayBePlain, maxFileBytes } = settings;
  const socket = await host.connect(settings.address, port);
  const client = new ImapFlow({
    host: settings.address,
    // RFC 6066 allows only names for server name indication, not addresses.
    servername: isIP(settings.host) ? undefined : settings.host,
    port,
    secure: port === IMPLICIT_TLS_PORT,
    ...(!mayBePlain && { doSTARTTLS: port !== IMPLICIT_TLS_PORT }),
    auth: { user, pass: password },
    transport: transportOver(socket, settings.certificates),
    logger: false,
    disableAutoIdle: true,
    maxLineLength: MAX_LINE_BYTES,
    maxLiteralSize: maxFileBytes,
    maxResponseSize: 2 * maxFileBytes,
    maxResponseTokens: MAX_RESPONSE_TOKENS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  });
  // Ignores the event, because each call reports its own error.
  client.on("error", () => {});
  const isFlood = () => socket.bytesRead > MAX_OPENING_BYTES;
  const watch = setInterval(() => isFlood() && client.close(), LOOK_INTERVAL_MS);
  try {
    await describeErrors(async () => {
      await client.connect();
      const { uidValidity } = await client.mailboxOpen(folder, { readOnly: true });
      mailbox = { client, validity: String(uidValidity), maxFileBytes };
    });
  } catch (error) {
    throw isFlood() ? noMailServer() : error;
  } finally {
    clearInterval(watch);
  }
}

const noMailServer = () => new Problem("The server does not answer as IMAP servers do.");

/** @param {import("node:net").Socket} socket @param {string[]} certificates @returns {import("imapflow").ImapTransport} */
function transportOver(socket, certificates) {
  const ca = certificates.length > 0 ? [...rootCertificates, ...certificates] : undefined;
  /** @param {any} plain @param {{ host: string, servername?: string }} options @param {() => void} onSecure */
  const secure = (plain, { host, servername }, onSecure) =>
    connectTls({ socket: plain, host, servername, ca }, onSecure);
  return {
    connect(options, onConnect) {
      if (options.secure) return /** @type {any} */ (secure(socket, options, onConnect));
      setImmediate(onConnect);
      return socket;
    },
    upgrade: (plain, options, onSecure) => /** @type {any} */ (secure(plain, options, onSecure)),
  };
}

/**
 * Lists the messages of the folder.
 * @param {unknown} _
 * @param {Host} host
 */
export async function list(_, host) {
  const { client, validity } = mailbox;
  const items = new ItemList(host);
  const query = { uid: true, flags: true, envelope: true, internalDate: true };
  await describeErrors(async () => {
    if (!client.mailbox || client.mailbox.exists === 0) return;
    for await (const { uid, flags, envelope, internalDate } of client.fetch("1:*", query)) {
      if (flags?.has("\\Deleted")) continue;
      const date = new Date(envelope?.date ?? internalDate ?? "");
      await items.add({ path: toPath(uid, envelope?.subject, date), version: `${validity}:${uid}` });
    }
  });
  await items.end();
}

/**
 * Returns a path such as `2026/11/An offer (1234).eml`, which is unique within a mailbox.
 * @param {number} uid
 * @param {string | undefined} subject
 * @param {Date} date
 */
function toPath(uid, subject, date) {
  const [year, month] = Number.isNaN(date.getTime()) ? [] : date.toISOString().split("-");
  const title =
    subject
      ?.slice(0, 1000)
      .replace(/[\s/\0]+/g, " ")
      .trim()
      .slice(0, 150)
      .toWellFormed() || "No subject";
  return [...(year && month ? [year, month] : []), `${title} (${uid}).eml`].join("/");
}

/**
 * @param {{ version: string | null }} input
 * @param {Host} host
 */
export async function read({ version }, host) {
  const { client, maxFileBytes } = mailbox;
  const [, uid = ""] = version?.split(":") ?? [];
  await describeErrors(async () => {
    const message = await client.download(uid, undefined, { uid: true, maxBytes: maxFileBytes + 1 });
    if (!message?.content) throw new Problem("The message is no longer in the mailbox.");
    await pipeline(message.content, createWriteStream(host.outputPath("file")));
  });
  return { version };
}

/**
 * Maps errors to problems with codes, which the application translates. Omits the server's own words, because they
 * may name other people.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function describeErrors(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { authenticationFailed, mailboxMissing, code } = /** @type {Record<string, any>} */ (error);
    if (authenticationFailed) throw new Problem("The server refused the user or the password.");
    if (mailboxMissing) throw new Problem("There is no such folder in the mailbox.");
    if (FLOOD_CODES.includes(code)) throw noMailServer();
    throw new Problem("The server cannot be reached.", `${CODE_PREFIX}${code}`);
  }
}
