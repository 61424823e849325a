// @ts-check
import { extractHtmlText } from "../../../platform/html/html.mjs";

// A page declares its encoding within this many bytes.
const MAX_HEAD_BYTES = 2048;

/** @param {Record<string, string>} headers */
export const isHtml = (headers) => /html/i.test(headers["content-type"] ?? "");

/**
 * Decodes a page by the encoding in its header or, without one, in the page itself (HTML, 4.2.5.4).
 * @param {Buffer} bytes
 * @param {Record<string, string>} headers
 */
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

/**
 * Returns the text of a page with its title as a heading.
 * @param {string} html
 */
export function toDocument(html) {
  const title = extractHtmlText(/<title[^<>]*>([^<]*)<\/title/i.exec(html)?.[1]?.trim() ?? "");
  const text = extractHtmlText(html);
  return title ? `# ${title}\n\n${text}` : text;
}

/**
 * Yields the addresses of a page's links.
 * @param {string} html
 * @param {URL} base
 */
export function* findLinks(html, base) {
  for (const [, quoted = ""] of html.matchAll(/<a\s[^<>]*?href\s*=\s*("[^"<>]*"|'[^'<>]*'|[^\s<>"']+)/gi)) {
    const href = extractHtmlText(quoted.replace(/^["']|["']$/g, "").replaceAll("<", ""));
    if (!URL.canParse(href, base)) continue;
    const url = new URL(href, base);
    url.hash = "";
    yield url;
  }
}
