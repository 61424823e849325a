import type { ReactNode } from "react";
import { readWithin } from "@/lib/platform/markdown/parse.mjs";
import { TooMuchWork, type Work } from "@/lib/platform/markdown/work.mjs";
import type { Translate } from "@/lib/platform/words/translate";
import { renderChemistry } from "./chemistry";
import type { RenderMention } from "./mention";
import { Prose } from "./prose";
import { renderBlock } from "./render";

/** Budget in steps (`Work`) for rendering the Markdown of a page on the server. The browser renders the rest. */
export const PAGE_WORK_BUDGET = 100_000;

/**
 * Renders a text completely on the server, so that the browser needs no renderer.
 * @param work Remaining budget of the page
 * @param mention Shows mentions, which are text without it
 * @returns undefined if the budget is exceeded
 */
export function renderOnServer(
  t: Translate<"markdown">,
  text: string,
  work: Work,
  mention?: RenderMention,
): ReactNode | undefined {
  try {
    return (
      <Prose>
        {readWithin(text, work).map((block, index) => (
          <div key={index}>{renderBlock(t, block, { math: renderChemistry, mention })}</div>
        ))}
      </Prose>
    );
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}
