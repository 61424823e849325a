import { z } from "zod";
import * as canvas from "@/lib/chat/canvas/service";
import { AppError } from "@/lib/platform/errors";
import { type Setting, tool } from "./kinds";

/** The most of a canvas that a model sees, so that it cannot cut off what it has not seen. */
const LONGEST_CANVAS = 40_000;
const clash = (message: string) => new AppError("conflict", message);

export const updateCanvas = tool({
  description:
    "Change the canvas, the text beside this chat that everybody in it works on. Give either `text`, the whole new text in Markdown, or `find`, a passage that stands there exactly once, and `replace`, what is to stand in its place.",
  input: z.object({
    text: z.string().max(1_048_576).optional(),
    find: z.string().min(1).optional(),
    replace: z.string().optional(),
  }),
  kind: "write",
  label: "Updating the canvas",
  about: ({ text, find }) => (text === undefined && find ? `Changes “${find.slice(0, 200)}”.` : null),
  applies: ({ chat, question }) =>
    chat.canvas !== null || chat.pageType === "canvas" || /canvas/i.test(question),
  run: async (viewer, given, setting) => {
    const { chat, assistantId } = setting;
    const after = await canvas.change(viewer, chat.id, {
      assistantId,
      text: (before) => edited(before, given, setting),
    });
    setting.chat = { ...chat, canvas: after };
    return { text: `The canvas has ${after?.length ?? 0} characters now.` };
  },
});

type CanvasInput = { text?: string; find?: string; replace?: string };
function edited(
  before: string | null,
  { text, find, replace }: CanvasInput,
  setting: Setting,
): string | null {
  const now = before ?? "";
  if (text !== undefined) {
    if (now.length > LONGEST_CANVAS)
      throw clash("The canvas is too long to be written anew: use `find` and `replace`.");
    if (now !== (setting.chat.canvas ?? "")) {
      setting.chat = { ...setting.chat, canvas: before };
      throw clash(`Somebody has changed the canvas meanwhile. It says now:\n\n${now}`);
    }
    return text;
  }
  if (find === undefined || replace === undefined) throw clash("Give `text`, or `find` and `replace`.");
  const count = now.split(find).length - 1;
  if (count !== 1) throw clash(`The passage to find stands there ${count} times, not once.`);
  return now.replace(find, () => replace);
}
