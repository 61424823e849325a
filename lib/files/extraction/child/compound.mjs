// @ts-check
import { createRequire } from "node:module";
import { detectExtension } from "./content.mjs";

const require = createRequire(import.meta.url);

/**
 * Compound File Binary (MS-CFB), the container of legacy Office files: storages that contain streams.
 * @typedef {{ read: (path: string) => Buffer | undefined, storages: (path: string) => string[], has: (path: string)
 * => boolean, take: (path: string) => Buffer }} Compound
 * `read`: returns a stream; `storages`: lists the names of a storage's child storages; `take`: returns a storage as a
 * separate compound file
 */

// MS-CFB 2.2.
const SIGNATURE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const MAX_STREAMS = 10_000;

/** @param {Uint8Array} bytes */
export const isCompound = (bytes) => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/** @param {Uint8Array} bytes @returns {Compound} */
export function openCompound(bytes) {
  const { CFB } = require("@e965/xlsx");
  const file = CFB.read(Buffer.from(bytes), { type: "buffer" });
  /** @type {Map<string, any>} */
  const entries = new Map();
  for (const [at, path] of file.FullPaths.slice(0, MAX_STREAMS).entries())
    entries.set(path.slice(path.indexOf("/") + 1), file.FileIndex[at]);
  return {
    read: (path) => {
      const content = entries.get(path)?.content;
      return content && Buffer.from(content);
    },
    has: (path) => entries.has(path),
    storages: (path) => {
      const names = [...entries.keys()].flatMap((name) => {
        const rest = name.startsWith(path) ? name.slice(path.length) : "";
        return rest.includes("/") ? [rest.slice(0, rest.indexOf("/"))] : [];
      });
      return [...new Set(names)];
    },
    take: (path) => {
      const own = CFB.utils.cfb_new();
      for (const [name, entry] of entries)
        if (name.startsWith(path) && entry.type === 2)
          CFB.utils.cfb_add(own, `/${name.slice(path.length)}`, entry.content);
      return CFB.write(own, { type: "buffer" });
    },
  };
}

/** Streams that identify the program of a compound file, and the file name extension. @type {[string, string][]} */
const PROGRAMS = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
];
// Streams that contain a complete file of another format.
const FILES = ["Package", "EmbeddedOdf", "CONTENTS"];

/**
 * Extracts the file of an embedded object, whose location depends on the program that stored it. Returns undefined
 * for objects without a file, such as formulas and controls.
 * @typedef {{ name: string, bytes: Uint8Array }} Embedded
 * @param {Uint8Array} bytes of a compound file
 * @param {string} name default name
 * @returns {Embedded | undefined}
 */
export function extractCompoundFile(bytes, name) {
  if (!isCompound(bytes)) return undefined;
  const compound = openCompound(bytes);
  const native = compound.read("\u0001Ole10Native");
  if (native) return extractPackagedFile(native.subarray(4), name);
  for (const stream of FILES) {
    const content = compound.read(stream);
    const ending = content && detectExtension(content);
    if (content && ending) return { name: `${name}.${ending}`, bytes: content };
  }
  const [, ending] = PROGRAMS.find(([stream]) => compound.has(stream)) ?? [];
  return ending ? { name: `${name}.${ending}`, bytes } : undefined;
}

/**
 * Extracts the file of an OLE 1 object (MS-OLEDS 2.2.5), which RTF uses.
 * @param {Buffer} bytes
 * @param {string} name default name
 * @returns {Embedded | undefined}
 */
export function extractOle1File(bytes, name) {
  let at = 8;
  const [program] = ["class", "topic", "item"].map(() => {
    const length = bytes.readUInt32LE(at);
    const text = bytes.toString("latin1", at + 4, at + 4 + length).replace(/\0.*$/s, "");
    at += 4 + length;
    return text;
  });
  const content = bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at));
  return program === "Package" ? extractPackagedFile(content, name) : extractCompoundFile(content, name);
}

// A package begins with a label and a path, each NUL-terminated. MS-OLEDS doesn't specify them.
const PACKAGE_NAMES = 2;

/**
 * Extracts the file from an object of the Windows Object Packager.
 * @param {Buffer} bytes
 * @param {string} name
 * @returns {Embedded | undefined}
 */
function extractPackagedFile(bytes, name) {
  let at = 2;
  const text = () => {
    const end = bytes.indexOf(0, at);
    const words = bytes.toString("latin1", at, end);
    at = end + 1;
    return words;
  };
  const [label = "", path = ""] = Array.from({ length: PACKAGE_NAMES }, text);
  const isFile = bytes.readUInt16LE(at + 2) === 3;
  if (!isFile) return undefined;
  at += 8 + bytes.readUInt32LE(at + 4);
  const length = bytes.readUInt32LE(at);
  const content = bytes.subarray(at + 4, at + 4 + length);
  const own = readLabel(bytes, at + 4 + length) || label || path.split(/[\\/]/).at(-1) || name;
  return { name: own, bytes: content };
}

/**
 * Returns the UTF-16 label that newer programs append after the file and its path.
 * @param {Buffer} bytes
 * @param {number} at
 */
function readLabel(bytes, at) {
  if (at + 4 > bytes.length) return "";
  const label = at + 4 + 2 * bytes.readUInt32LE(at);
  if (label + 4 > bytes.length) return "";
  return bytes.toString("utf16le", label + 4, label + 4 + 2 * bytes.readUInt32LE(label));
}
