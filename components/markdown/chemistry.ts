import "katex/contrib/mhchem";
import { setMath } from "./math";
import type { SetMath } from "./render";

/** Renders formulas with `\ce` and `\pu`, which mhchem adds to KaTeX. */
export const setChemistry: SetMath = (tex, isBlock) => setMath(tex, isBlock);
