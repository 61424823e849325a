import type { ReactNode } from "react";
import { readWithin } from "@/lib/platform/markdown/parse.mjs";
import { TooMuchWork, type Work } from "@/lib/platform/markdown/work.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { setChemistry } from "./chemistry";
import { Prose } from "./prose";
import { renderBlock } from "./render";

/** So much work the texts of one page may make on the server, a twentieth of a second; the browser renders the others. */
export const WORK_OF_A_PAGE = 100_000;

/**
 * A text that the server renders whole, so that the browser needs no renderer for it.
 * @param work What is left for the page
 * @returns undefined when that does not suffice
 */
export function renderOnServer(t: Translate<"markdown">, text: string, work: Work): ReactNode | undefined {
  try {
    return (
      <Prose>
        {readWithin(text, work).map((block, index) => (
          <div key={index}>{renderBlock(t, block, setChemistry)}</div>
        ))}
      </Prose>
    );
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
