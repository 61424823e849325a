import { renderToString } from "katex";
import type { SetMath } from "./render";

/** Commands that define others: a short formula could grow without end. */
const DEFINES =
  /\\(?:[gex]?def|(?:future)?let|global|(?:re|provide)?newcommand|providecommand|renewcommand)(?![a-zA-Z])/;
const MAX_FORMULA_LENGTH = 4_000;
/** Braces within one another. */
const MAX_DEPTH = 50;

/** As MathML, which browsers lay out themselves: no fonts, no style sheet. */
export const setMath: SetMath = (tex, displayMode) => {
  if (tex.length > MAX_FORMULA_LENGTH || DEFINES.test(tex) || depthOf(tex) > MAX_DEPTH) return undefined;
  try {
    return renderToString(tex, { displayMode, output: "mathml", strict: false, maxExpand: 200, maxSize: 20 });
  } catch {
    return undefined;
  }
};

function depthOf(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const mark of tex) {
    if (mark === "{") deepest = Math.max(deepest, ++depth);
    else if (mark === "}") depth--;
  }
  return deepest;
}
