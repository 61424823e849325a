import { canvasApi } from "@/lib/chat/canvas/contract";
import * as canvas from "@/lib/chat/canvas/service";
import { implement } from "../implement";

export const canvasRoutes = implement("Canvas", canvasApi, {
  listCanvasVersions: ({ viewer, params }) => canvas.versions(viewer, params.chat_id),
  undoCanvas: ({ viewer, params, body }) => canvas.undo(viewer, params.chat_id, body.version_id),
});
