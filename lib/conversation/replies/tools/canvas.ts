import { jsonInteger } from "@/lib/api/fields";
import type { Setting } from "./kinds";

/** The most of a text of the canvas that a model sees, so that it cannot cut off what it has not seen. */
export const MOST_SEEN = 40_000;

export const pageId = jsonInteger(1).describe("The id of a page, as list_canvas_pages gives it.");

/** Whether a chat works with its canvas, or is asked to. */
export const usesCanvas = ({ chat, hasPages, question }: Setting): boolean =>
  chat.canvas !== null || chat.pageType === "canvas" || hasPages || /canvas/i.test(question);
