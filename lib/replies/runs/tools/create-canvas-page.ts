import { z } from "zod";
import { CanvasPageCreate } from "@/lib/chat/canvas/contract";
import * as canvas from "@/lib/chat/canvas/service";
import { isCanvasInUse } from "./canvas-fields";
import { tool } from "./definition";

const { title, kind, language, text } = CanvasPageCreate.shape;

export const createCanvasPage = tool({
  description:
    "Add a page to the canvas: a text of its own besides the canvas text, shown as what it is. For code, web pages, drawings, diagrams, plots, tables and documents that people go on working with.",
  input: z.object({
    title: title.describe("A short title, for code and files their name: page.html"),
    kind: kind.describe("What it is shown as; `code` for what is only read."),
    language: language.describe("Of code: in which language."),
    text,
  }),
  kind: "write",
  label: "Creating a canvas page",
  about: ({ title }) => title,
  applies: isCanvasInUse,
  run: async (viewer, page, { chat, assistantId, knownPages }) => {
    const { id } = await canvas.addPage(viewer, chat.id, page, assistantId);
    knownPages.set(id, page.text);
    return { text: `Page ${id} was created.`, pageId: id };
  },
});
