import "katex/contrib/mhchem";
import { renderMath } from "./math";
import type { RenderMath } from "./render";

/** Renders formulas with `\ce` and `\pu`, which mhchem adds to KaTeX. */
export const renderChemistry: RenderMath = (tex, isBlock) => renderMath(tex, isBlock);
