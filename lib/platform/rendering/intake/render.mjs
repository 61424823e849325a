// @ts-check
// Renders Markdown outside the server's process, because a long text may take a second of CPU time.
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { renderMarkdownAsHtml, renderMarkdownAsText } from "../../markdown/standalone.mjs";

/**
 * @typedef {import("../../intake/child/main.mjs").Host} Host
 * @typedef {string | { markdown: string }} Part verbatim text, or Markdown to render
 */

const RESULT = "rendered";

/**
 * Renders the parts of the input, one per line of JSON.
 * @param {{ format: "html" | "text", base: string }} options `base`: URL that relative addresses are resolved against
 * @param {Host} host
 */
export async function render({ format, base }, { input, outputPath }) {
  const toFormat = format === "html" ? renderMarkdownAsHtml : renderMarkdownAsText;
  async function* renderParts() {
    for await (const line of createInterface({ input: createReadStream(input) })) {
      /** @type {Part} */
      const part = JSON.parse(line);
      yield typeof part === "string" ? part : toFormat(part.markdown, base);
    }
  }
  await pipeline(renderParts, createWriteStream(outputPath(RESULT)));
}
