import { z } from "zod";
import * as canvas from "@/lib/chat/canvas/service";
import { isCanvasInUse } from "./canvas-fields";
import { tool } from "./definition";

export const listCanvasPages = tool({
  description:
    "List the pages of the canvas with their ids: texts of their own besides the canvas text, such as code, web pages, drawings, diagrams, plots and tables.",
  input: z.object({}),
  kind: "read",
  label: "Listing canvas pages",
  about: () => null,
  applies: isCanvasInUse,
  run: async (viewer, _, { chat }) => {
    const pages = await canvas.listPages(viewer, chat.id);
    const lines = pages.map(({ id, title, kind, language }) => JSON.stringify({ id, title, kind, language }));
    return { text: lines.join("\n") || "There are none." };
  },
});
