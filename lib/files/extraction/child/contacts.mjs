// @ts-check
import { readFile } from "node:fs/promises";
import { Unreadable } from "./output.mjs";
import { decode } from "./text.mjs";

const LABELS = Object.entries({
  nickname: "Nickname",
  org: "Organization",
  title: "Title",
  role: "Role",
  tel: "Phone",
  email: "Email",
  adr: "Address",
  url: "Link",
  bday: "Birthday",
  note: "Note",
});

/** Describes each contact of a vCard file in words. @type {import("./readers.mjs").Read} */
export async function readContacts(path, output) {
  const { default: ICAL } = await import("ical.js");
  const parsed = /** @type {any[]} */ (ICAL.parse(modern(decode(await readFile(path), output))));
  const cards = typeof parsed[0] === "string" ? [parsed] : parsed;
  for (const card of cards) {
    if (output.isFull) return;
    output.add(`${inWords(new ICAL.Component(card))}\n\n`);
  }
  if (cards.length === 0) throw new Unreadable("This file has no contacts.");
}

/** @param {any} card */
function inWords(card) {
  const name = getPropertyText(card.getFirstProperty("fn")) || getPropertyText(card.getFirstProperty("n"));
  const facts = LABELS.flatMap(([property, label]) =>
    card.getAllProperties(property).map((/** @type {any} */ found) => {
      const kinds = [found.getParameter("type") ?? []]
        .flat()
        .filter((kind) => !/^(pref|internet|voice|x-)/i.test(kind));
      return [
        getPropertyText(found),
        label + (kinds.length > 0 ? ` (${kinds.join(", ").toLowerCase()})` : ""),
      ];
    }),
  );
  return [
    `Contact: ${name || "(no name)"}`,
    ...facts.flatMap(([value, label]) => (value ? [`${label}: ${value}`] : [])),
  ].join("\n");
}

/** @param {any} property */
const getPropertyText = (property) =>
  [property?.getFirstValue() ?? ""]
    .flat(2)
    .map(String)
    .filter(Boolean)
    .join(", ")
    .replace(/^(mailto|tel):/i, "");

/** Converts vCard 2.1, which writes encodings and types differently, to 3.0. @param {string} text */
function modern(text) {
  if (!/^VERSION:2\.1/im.test(text)) return text;
  return text
    .replaceAll(/=\r?\n/g, "")
    .split(/\r?\n/)
    .map((line) => {
      const colon = line.indexOf(":");
      if (colon < 0) return line;
      const [name = "", ...given] = line.slice(0, colon).split(";");
      const isQuoted = given.some((one) => /quoted-printable$/i.test(one));
      const charset = /charset=([\w-]+)/i.exec(line.slice(0, colon))?.[1];
      const kept = given
        .filter((one) => !/^(charset|encoding)=|^quoted-printable$|^base64$/i.test(one))
        .map((one) => (one.includes("=") ? one : `TYPE=${one}`));
      const value = line.slice(colon + 1);
      return `${[name, ...kept].join(";")}:${isQuoted ? unquoted(value, charset) : value}`;
    })
    .join("\r\n");
}

/** Decodes quoted-printable (RFC 2045, 6.7). @param {string} value @param {string} [charset] */
function unquoted(value, charset = "utf-8") {
  const bytes = value.replaceAll(/=([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (/[^\0-\xff]/.test(bytes)) return value;
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, "latin1")).replaceAll(/\r?\n/g, "\\n");
  } catch {
    return value;
  }
}
