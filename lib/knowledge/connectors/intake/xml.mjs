// @ts-check
import { Parser } from "htmlparser2";
import { Problem } from "../../../platform/intake/child/problem.mjs";

/** Of the text of an element: what is longer is no address and no key. In UTF-16 units. */
const MAX_TEXT_CHARACTERS = 5_000;
/** Lists have four. */
const MAX_DEPTH = 50;

/**
 * Reads XML as it comes: memory does not grow with it, attributes are skipped, and entities beyond those of XML itself
 * stay as they are.
 * @param {AsyncIterable<Buffer>} chunks
 * @param {object} on
 * @param {(name: string, depth: number) => boolean | void} [on.open] an element begins; true ends the reading
 * @param {(name: string, text: string) => boolean | void} on.close the text right before the end of an element; true ends the reading
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
