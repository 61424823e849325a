import { implement } from "@/lib/api/routes";
import { canvasApi } from "./contract";
import * as canvas from "./service";

export const canvasRoutes = implement("Canvas", canvasApi, {
  listCanvasVersions: ({ viewer, params }) => canvas.versions(viewer, params.chat_id),
  undoCanvas: ({ viewer, params, body }) => canvas.undo(viewer, params.chat_id, body.version_id),
});
