import type { Locator } from "@playwright/test";
import { expect } from "./test";

/** Expects the text of a source editor, with its line breaks. */
export const expectSource = (editor: Locator, text: string): Promise<void> =>
  expect
    .poll(() =>
      editor.evaluate((content) =>
        [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
      ),
    )
    .toBe(text);
