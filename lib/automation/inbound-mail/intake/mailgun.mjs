// @ts-check
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { parse as parseQuery } from "node:querystring";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { addressParser } from "postal-mime";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** @typedef {import("./read-mail.mjs").ParsedMail} ParsedMail */
/** @typedef {{ fields: Map<string, string>, files: ParsedMail["attachments"] }} Form */

// Mailgun sends about thirty fields and one file per attachment.
const MAX_PARTS = 300;
const MAX_FIELD_BYTES = 2 * 1024 * 1024;

/** @param {string} path @param {string} type */
export async function readEnvelope(path, type) {
  const { fields } = await readForm(path, type, false);
  const [timestamp = "", token = "", signature = ""] = ["timestamp", "token", "signature"].map((name) =>
    fields.get(name)?.slice(0, 200),
  );
  return { recipients: listRecipients(fields), signature: { timestamp, token, signature } };
}

/** @param {string} path @param {string} type @returns {Promise<ParsedMail>} */
export async function readMail(path, type) {
  const { fields, files } = await readForm(path, type, true);
  const headers = parseHeaders(fields.get("message-headers") ?? "[]");
  const senders = addressParser(fields.get("from") ?? "", { flatten: true });
  const [from] = senders;
  const isOne =
    senders.length === 1 && headers.filter(({ name }) => name.toLowerCase() === "from").length <= 1;
  return {
    recipients: listRecipients(fields),
    from: isOne && from?.address ? { address: from.address, name: from.name } : null,
    sender: fields.get("sender") ?? "",
    subject: fields.get("subject"),
    text: fields.get("body-plain"),
    html: fields.get("body-html"),
    headers,
    attachments: files,
  };
}

/** @param {Map<string, string>} fields */
const listRecipients = (fields) =>
  (fields.get("recipient") ?? "").split(",").map((address) => address.trim());

/** @param {string} path @param {string} type @param {boolean} withFiles @returns {Promise<Form>} */
async function readForm(path, type, withFiles) {
  if (type.startsWith("multipart/")) return readMultipart(path, type, withFiles);
  const pairs = Object.entries(parseQuery(await readFile(path, "utf8"), "&", "=", { maxKeys: MAX_PARTS }));
  return {
    fields: new Map(pairs.map(([name, value]) => [name, [value ?? ""].flat().at(-1) ?? ""])),
    files: [],
  };
}

/** @param {string} path @param {string} type @param {boolean} withFiles @returns {Promise<Form>} */
async function readMultipart(path, type, withFiles) {
  const fields = new Map();
  /** @type {Promise<ParsedMail["attachments"][number]>[]} */
  const files = [];
  const form = new Busboy({
    headers: { "content-type": type },
    limits: { parts: MAX_PARTS, fieldSize: MAX_FIELD_BYTES, headerPairs: 50 },
  });
  form.on("field", (name, value) => fields.set(name, value));
  form.on("file", (_name, stream, fileName, _encoding, mimeType) => {
    if (withFiles)
      files.push(buffer(stream).then((bytes) => ({ fileName: fileName ?? "", type: mimeType, bytes })));
    else stream.resume();
  });
  form.on("partsLimit", () => form.destroy(new Problem(`It has more than ${MAX_PARTS} parts.`)));
  await pipeline(createReadStream(path), form);
  return { fields, files: await Promise.all(files) };
}

/** @param {string} json @returns {ParsedMail["headers"]} */
function parseHeaders(json) {
  const pairs = JSON.parse(json);
  return pairs.flatMap((/** @type {unknown} */ pair) =>
    Array.isArray(pair) && pair.length === 2 ? [{ name: String(pair[0]), value: String(pair[1]) }] : [],
  );
}
