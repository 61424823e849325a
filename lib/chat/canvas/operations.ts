import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_TITLE_LENGTH = 120;
/** Characters around a cursor, in UTF-16 code units. */
export const MAX_CURSOR_CONTEXT = 32;

export const endpoints = {
  listCanvasPages: get("/chats/{chat_id}/canvas/pages"),
  createCanvasPage: post("/chats/{chat_id}/canvas/pages"),
  getCanvasPage: get("/chats/{chat_id}/canvas/pages/{page_id}"),
  updateCanvasPage: patch("/chats/{chat_id}/canvas/pages/{page_id}"),
  deleteCanvasPage: del("/chats/{chat_id}/canvas/pages/{page_id}"),
  listCanvasVersions: get("/chats/{chat_id}/canvas/versions"),
  getCanvasVersion: get("/chats/{chat_id}/canvas/versions/{version_id}"),
  undoCanvas: post("/chats/{chat_id}/canvas/undo"),
  exportCanvas: get("/chats/{chat_id}/canvas/export"),
  tellCanvasCursor: post("/chats/{chat_id}/canvas/cursor"),
};
export const canvasApi: Client<typeof contract.canvasApi, typeof endpoints> = endpoints;
