import { micromark } from "micromark";
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough, gfmStrikethroughHtml } from "micromark-extension-gfm-strikethrough";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { blocksOf } from "../markdown/blocks";
import { isHostile } from "../markdown/hostile";
import { escapeText } from "./escape";

/** A picture stays a link: to load one from elsewhere could carry off what was said. */
const noPictures = { disable: { null: ["labelStartImage"] } };
const options = {
  extensions: [gfmAutolinkLiteral(), gfmStrikethrough(), gfmTable(), noPictures],
  htmlExtensions: [gfmAutolinkLiteralHtml(), gfmStrikethroughHtml(), gfmTableHtml()],
};

/**
 * Markdown as HTML that is safe to show: HTML in it is text, addresses are web
 * or mail ones, what would take seconds to read stays as it was written. The
 * same on the server and in the browser.
 */
export const htmlOf = (markdown: string): string => blocksOf(markdown).map(blockHtml).join("\n");

function blockHtml(block: string): string {
  const plain = `<p class="plain">${escapeText(block)}</p>`;
  if (isHostile(block)) return plain;
  try {
    return finished(micromark(block, options));
  } catch {
    return plain;
  }
}

/** In this HTML `<` begins nothing but the elements that markdown made. */
const finished = (html: string): string =>
  html
    .replaceAll("<a href=", '<a target="_blank" rel="noopener noreferrer nofollow" href=')
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replace(
      /<(\/?)h([1-6])>/g,
      (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 2)}>`,
    );
