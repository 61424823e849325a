import type { ElementContent } from "hast";
import { common, createLowlight } from "lowlight";

const LONGEST = 20_000;
const lowlight = createLowlight(common);

/** The coloured parts of a piece of code; undefined for a language that is not known. */
export const highlight = (code: string, language: string): ElementContent[] | undefined =>
  code.length <= LONGEST && lowlight.registered(language)
    ? (lowlight.highlight(language, code).children as ElementContent[])
    : undefined;
