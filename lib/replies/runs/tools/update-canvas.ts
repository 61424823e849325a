import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as canvas from "@/lib/chat/canvas/service";
import { AppError } from "@/lib/platform/errors";
import { isCanvasInUse, MAX_CANVAS_LENGTH, pageId } from "./canvas-fields";
import { type ToolContext, tool } from "./definition";

const clash = (message: string) => new AppError("conflict", message);

export const updateCanvas = tool({
  description:
    "Change the canvas, the text beside this chat that everybody in it works on, or one of its pages. Give either `text`, the whole new text (of the canvas in Markdown), or `find`, a passage that stands there exactly once, and `replace`, what is to stand in its place.",
  input: z.object({
    page_id: pageId
      .optional()
      .describe("Which page, as list_canvas_pages gives it. Absent: the canvas text."),
    text: z.string().max(1_048_576).optional(),
    find: z.string().min(1).optional(),
    replace: z.string().optional(),
  }),
  kind: "write",
  label: "Updating the canvas",
  about: ({ text, find }) => (text === undefined && find ? `Changes “${find.slice(0, 200)}”.` : null),
  applies: isCanvasInUse,
  run: async (viewer, { page_id: id, ...change }, setting, running) => {
    if (id !== undefined) return changePage(viewer, id, change, setting, running.tell);
    const { chat, assistantId } = setting;
    const know = (text: string | null) => {
      setting.chat = { ...setting.chat, canvas: text };
    };
    const after = await canvas.change(viewer, chat.id, {
      assistantId,
      text: (before) => applyEdit(before ?? "", change, chat.canvas ?? "", know),
    });
    know(after);
    return { text: `The canvas has ${after?.length ?? 0} characters now.` };
  },
});

type CanvasChange = { text?: string; find?: string; replace?: string };

async function changePage(
  viewer: Viewer,
  id: number,
  change: CanvasChange,
  { chat, assistantId, knownPages }: ToolContext,
  tell: (progress: string) => void,
) {
  const { title } = await canvas.getPageFor(viewer, chat.id, id);
  tell(title);
  const known = knownPages.get(id);
  const know = (text: string) => void knownPages.set(id, text);
  const after = await canvas.change(viewer, chat.id, {
    pageId: id,
    assistantId,
    text: (before) => applyEdit(before ?? "", change, known, know),
  });
  return { text: `Page ${id}, “${title}”, has ${after?.length ?? 0} characters now.`, pageId: id };
}

/**
 * Applies a change to a canvas text.
 * @param known the text that the model has seen; undefined if it has not read it
 * @param know called with each text that the model has now seen or written
 * @throws AppError conflict with a message for the model
 */
function applyEdit(
  now: string,
  { text, find, replace }: CanvasChange,
  known: string | undefined,
  know: (text: string) => void,
): string {
  if (text !== undefined) {
    if (now.length > MAX_CANVAS_LENGTH)
      throw clash("It is too long to be written anew: use `find` and `replace`.");
    if (now !== (known ?? "")) {
      know(now);
      const why =
        known === undefined ? "Know what you replace." : "Somebody has changed the canvas meanwhile.";
      throw clash(`${why} It says now:\n\n${now}`);
    }
    know(text);
    return text;
  }
  if (find === undefined || replace === undefined) throw clash("Give `text`, or `find` and `replace`.");
  const count = now.split(find).length - 1;
  if (count !== 1) throw clash(`The passage to find stands there ${count} times, not once.`);
  const after = now.replace(find, () => replace);
  if (now === known) know(after);
  return after;
}
