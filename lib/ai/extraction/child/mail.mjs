// @ts-check
import { readFile } from "node:fs/promises";
import { textOfHtml } from "./html.mjs";

const LONGEST_HTML = 5_000_000;

/** A stored mail: from whom it is, what about, its words, and the names of what is attached. @type {import("./readers.mjs").Read} */
export async function readMail(path, output) {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(await readFile(path), {
    maxNestingDepth: 32,
    forceRfc822Attachments: true,
  });
  /** @param {string} label @param {string | undefined} value */
  const line = (label, value) => value && output.add(`${label}: ${value.replaceAll(/\s+/g, " ")}\n`);
  line("Subject", mail.subject);
  line("From", people(mail.from ? [mail.from] : []));
  line("To", people(mail.to));
  line("Cc", people(mail.cc));
  line("Date", mail.date);
  line("Attachments", mail.attachments.map(({ filename }) => filename ?? "(no name)").join(", "));
  const words = mail.text?.trim() || textOfHtml((mail.html ?? "").slice(0, LONGEST_HTML)).trim();
  if (words) output.add(`\n${words.replaceAll("\r\n", "\n")}\n`);
}

/** @param {import("postal-mime").Address[]} [addresses] */
const people = (addresses = []) =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(", ");
