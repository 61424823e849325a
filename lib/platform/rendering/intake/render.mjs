// @ts-check
// Renders Markdown outside of the server's process. The text is our own, and still may take a second of processor time.
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { markdownAsHtml, markdownAsText } from "../../markdown/standalone.mjs";

/**
 * @typedef {import("../../intake/child/main.mjs").Host} Host
 * @typedef {string | { markdown: string }} Part text that stays as it is, or that is rendered
 */

/** What the result is called in the output. */
const RESULT = "rendered";

/**
 * Renders the parts of the input, a line of JSON each.
 * @param {{ format: "html" | "text", base: string }} options `base`: what addresses without a site belong to
 * @param {Host} host
 */
export async function render({ format, base }, { input, outputPath }) {
  const toFormat = format === "html" ? markdownAsHtml : markdownAsText;
  async function* renderParts() {
    for await (const line of createInterface({ input: createReadStream(input) })) {
      /** @type {Part} */
      const part = JSON.parse(line);
      yield typeof part === "string" ? part : toFormat(part.markdown, base);
    }
  }
  await pipeline(renderParts, createWriteStream(outputPath(RESULT)));
}
