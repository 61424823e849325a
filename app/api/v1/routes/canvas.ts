import { ApiReply } from "@/lib/api/routes";
import { canvasApi } from "@/lib/chat/canvas/contract";
import * as canvas from "@/lib/chat/canvas/service";
import { implement } from "../implement";

export const canvasRoutes = implement("Canvas", canvasApi, {
  listCanvasPages: ({ viewer, params }) => canvas.listPages(viewer, params.chat_id),
  createCanvasPage: ({ viewer, params, body }) => canvas.addPage(viewer, params.chat_id, body),
  getCanvasPage: ({ viewer, params }) => canvas.getPageFor(viewer, params.chat_id, params.page_id),
  updateCanvasPage: ({ viewer, params, body }) =>
    canvas.updatePage(viewer, params.chat_id, params.page_id, body),
  deleteCanvasPage: ({ viewer, params }) => canvas.removePage(viewer, params.chat_id, params.page_id),
  listCanvasVersions: ({ viewer, params, query }) =>
    canvas.listVersions(viewer, params.chat_id, query.page_id),
  getCanvasVersion: ({ viewer, params }) => canvas.getVersion(viewer, params.chat_id, params.version_id),
  undoCanvas: ({ viewer, params, body }) => canvas.undo(viewer, params.chat_id, body),
  tellCanvasCursor: ({ viewer, params, body }) => canvas.publishCursor(viewer, params.chat_id, body),
  exportCanvas: async ({ viewer, params, query, call }) => {
    const { stream, headers } = await canvas.exportCanvas(viewer, params.chat_id, query, call.signal);
    return new ApiReply({ kind: "file", stream }, headers);
  },
});
