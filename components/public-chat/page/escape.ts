import { escapeText } from "@/lib/platform/markdown/escape.mjs";

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

/** Escapes a text as HTML and links its web addresses, which are shown in full. */
export function escapeWithLinks(text: string): string {
  let end = 0;
  let html = "";
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const safe = escapeText(address);
    html += `${escapeText(text.slice(end, index))}<a href="${safe}" target="_blank" rel="noopener noreferrer nofollow">${safe}</a>`;
    end = index + address.length;
  }
  return html + escapeText(text.slice(end));
}
