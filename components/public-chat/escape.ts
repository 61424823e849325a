import { escapeText } from "@/lib/platform/markdown/escape.mjs";

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

/** Text as HTML in which web addresses, shown in full, are links. */
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
