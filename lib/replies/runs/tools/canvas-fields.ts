import { jsonInteger } from "@/lib/api/fields";
import type { ToolContext } from "./definition";

/** Maximum characters of canvas text that a model sees. A model may replace only texts that it has seen completely. */
export const MAX_CANVAS_LENGTH = 40_000;

export const pageId = jsonInteger(1).describe("The id of a page, as list_canvas_pages gives it.");

export const isCanvasInUse = ({ chat, hasPages, question }: ToolContext): boolean =>
  chat.canvas !== null || chat.pageType === "canvas" || hasPages || /canvas/i.test(question);
