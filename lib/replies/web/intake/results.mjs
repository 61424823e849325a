// @ts-check
import { readFile } from "node:fs/promises";
import { extractHtmlText } from "../../../platform/html/html.mjs";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** @typedef {{ title: string, url: string, text: string }} Hit */
/**
 * @typedef {{ at: string[], title: string, url: string, text: string }} ResultFields path of an engine's results and
 * names of their fields
 */

const MAX_CHARACTERS = { title: 300, url: 2_000, text: 1_000 };

/**
 * Parses the results of a search engine's response. Skips invalid ones.
 * @param {{ fields: ResultFields, maxHits: number }} input
 * @param {import("../../../platform/intake/child/main.mjs").Host} host
 * @returns {Promise<Hit[]>}
 * @throws {Problem} when it isn't a search engine's response
 */
export async function readHits({ fields, maxHits }, host) {
  let value = parse(await readFile(host.input, "utf8"));
  for (const name of fields.at) value = value?.[name];
  // Engines omit the list when they find nothing.
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw noResult();
  const hits = [];
  for (const result of value) {
    const hit = toHit(fields, result);
    if (hit) hits.push(hit);
    if (hits.length === maxHits) break;
  }
  return hits;
}

const noResult = () => new Problem("It sent something that is no result of a search.");

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {}
  throw noResult();
}

/** @param {ResultFields} fields @param {any} result @returns {Hit | undefined} */
function toHit({ title, url, text }, result) {
  const address = result?.[url];
  if (typeof address !== "string" || address.length > MAX_CHARACTERS.url) return undefined;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return undefined;
  return {
    title: toText(result[title], MAX_CHARACTERS.title) || new URL(address).hostname,
    url: new URL(address).href,
    text: toText(result[text], MAX_CHARACTERS.text),
  };
}

/** @param {unknown} value @param {number} maxCharacters */
const toText = (value, maxCharacters) =>
  typeof value === "string"
    ? extractHtmlText(value.slice(0, 2 * maxCharacters))
        .slice(0, maxCharacters)
        .trim()
    : "";
