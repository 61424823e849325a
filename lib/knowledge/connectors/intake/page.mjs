// @ts-check
import { textOfHtml } from "../../../platform/html/html.mjs";

/** Of the beginning of a page, where it says its encoding. */
const MAX_HEAD_BYTES = 2048;

/** @param {Record<string, string>} headers */
export const isHtml = (headers) => /html/i.test(headers["content-type"] ?? "");

/** A page in the encoding that the header names, else the page itself (HTML, 4.2.5.4). @param {Buffer} bytes @param {Record<string, string>} headers */
export function decodePage(bytes, headers) {
  const name =
    /charset=["']?([\w-]+)/i.exec(headers["content-type"] ?? "")?.[1] ??
    /<meta[^<>]*charset=["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, MAX_HEAD_BYTES))?.[1];
  try {
    return new TextDecoder(name ?? "utf-8").decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

/** The words of a page below its title. @param {string} html */
export function toDocument(html) {
  const title = textOfHtml(/<title[^<>]*>([^<]*)<\/title/i.exec(html)?.[1]?.trim() ?? "");
  const text = textOfHtml(html);
  return title ? `# ${title}\n\n${text}` : text;
}

/** The addresses that a page leads to. @param {string} html @param {URL} base */
export function* findLinks(html, base) {
  for (const [, quoted = ""] of html.matchAll(/<a\s[^<>]*?href\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s<>"']+)/gi)) {
    const href = textOfHtml(quoted.replace(/^["']|["']$/g, "").replaceAll("<", ""));
    if (!URL.canParse(href, base)) continue;
    const url = new URL(href, base);
    url.hash = "";
    yield url;
  }
}
