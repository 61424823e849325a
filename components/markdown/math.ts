import { renderToString } from "katex";
import type { RenderMath } from "./render";

// Macro definitions, with which a short formula could expand without bound.
const DEFINES =
  /\\(?:[gex]?def|(?:future)?let|global|(?:re|provide)?newcommand|providecommand|renewcommand)(?![a-zA-Z])/;
const MAX_FORMULA_LENGTH = 4_000;
// Limit for nested braces.
const MAX_DEPTH = 50;

/** Renders MathML, which browsers lay out without fonts or style sheets. */
export const renderMath: RenderMath = (tex, displayMode) => {
  if (tex.length > MAX_FORMULA_LENGTH || DEFINES.test(tex) || getDepth(tex) > MAX_DEPTH) return undefined;
  try {
    return renderToString(tex, { displayMode, output: "mathml", strict: false, maxExpand: 200, maxSize: 20 });
  } catch {
    return undefined;
  }
};

function getDepth(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const mark of tex) {
    if (mark === "{") deepest = Math.max(deepest, ++depth);
    else if (mark === "}") depth--;
  }
  return deepest;
}
