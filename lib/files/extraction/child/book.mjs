// @ts-check
import { readFile } from "node:fs/promises";
import { parseXml, toMarkdown } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { decode } from "./text.mjs";
import { openParts, resolvePart } from "./zipped.mjs";

const PROTECTED = "This book is protected against reading by other programs (DRM).";

/** Reads EPUB 3.3 books with one part per chapter in reading order. @type {import("./readers.mjs").Read} */
export async function readBook(path, output) {
  const parts = await openParts(await readFile(path));
  let root = "";
  parseXml(await parts.read("META-INF/container.xml"), {
    open(name, attributes) {
      if (name.endsWith("rootfile")) root ||= attributes["full-path"] ?? "";
    },
  });
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {string[]} */
  const chapters = [];
  parseXml(await parts.read(root), {
    open(name, { id, href, idref }) {
      const kind = name.split(":").at(-1);
      if (kind === "item" && id && href) files.set(id, resolvePart(root, decoded(href)));
      else if (kind === "itemref" && idref) chapters.push(files.get(idref) ?? "");
    },
  });
  const encrypted = await encryptedIn(parts);
  if (chapters.some((chapter) => encrypted.has(chapter))) throw new Unreadable(PROTECTED);
  let count = 0;
  for (const chapter of chapters) {
    const bytes = await parts.bytes(chapter);
    const { text, title } = bytes ? toMarkdown(decode(bytes, output)) : { text: "", title: "" };
    if (!text) continue;
    count++;
    output.part(title || null);
    output.add(`${text}\n\n`);
    if (output.isFull) break;
  }
  if (count === 0) throw new Unreadable("This book has no chapters that can be read.");
}

/**
 * Returns the names of encrypted files. Encrypted fonts are common and harmless; encrypted chapters indicate DRM.
 * @param {Awaited<ReturnType<typeof openParts>>} parts
 */
async function encryptedIn(parts) {
  /** @type {Set<string>} */
  const found = new Set();
  parseXml(await parts.read("META-INF/encryption.xml"), {
    open(name, { URI: part }) {
      if (name.endsWith("CipherReference") && part) found.add(decoded(part));
    },
  });
  return found;
}

/** @param {string} address */
function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
