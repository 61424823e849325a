// @ts-check
import { Parser } from "htmlparser2";
import { Problem } from "../../../platform/intake/child/problem.mjs";

// The maximum length of an element's text in UTF-16 code units; longer texts are neither addresses nor keys.
const MAX_TEXT_CHARACTERS = 5_000;
// Sitemaps and bucket listings have a depth of only four.
const MAX_DEPTH = 50;

/**
 * Parses XML as a stream in constant memory. Skips attributes and leaves entities undecoded except XML's own five.
 * @param {AsyncIterable<Buffer>} chunks
 * @param {object} on
 * @param {(name: string, depth: number) => boolean | void} [on.open] is called at the beginning of an element; true
 * stops the parser
 * @param {(name: string, text: string) => boolean | void} on.close is called with the text right before the end of an
 * element; true stops the parser
 */
export async function readXml(chunks, { open, close }) {
  let text = "";
  let depth = 0;
  let isOver = false;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (isOver) return;
        text = "";
        if (++depth > MAX_DEPTH) throw new Problem("It is nested too deeply.", "depth");
        isOver = open?.(name, depth) === true;
      },
      ontext(piece) {
        if (text.length < MAX_TEXT_CHARACTERS) text += piece.slice(0, MAX_TEXT_CHARACTERS);
      },
      onclosetag(name) {
        if (isOver) return;
        depth--;
        isOver = close(name, text) === true;
        text = "";
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (isOver) return;
  }
  parser.end();
}
