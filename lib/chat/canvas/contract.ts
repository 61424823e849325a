import { z } from "zod";
import { get, json, post } from "@/lib/api/contract";
import { jsonId, timestamp } from "@/lib/api/fields";
import { ChatDetail, chatParams } from "@/lib/chat/chats/contract";

export const CanvasVersion = z
  .object({
    id: z.int(),
    preview: z.string().describe("Its first 200 characters."),
    characters: z.int(),
    changed_by: z
      .object({
        user_id: z.int().nullable(),
        virtual_assistant_id: z.int().nullable(),
        name: z.string(),
      })
      .nullable()
      .describe("Who changed the canvas away from this text; null when they are gone."),
    created_at: timestamp.describe("When it was changed."),
  })
  .meta({ id: "CanvasVersion" });

const CanvasUndo = z.object({ version_id: jsonId.optional() }).meta({ id: "CanvasUndo" });

export const canvasApi = {
  listCanvasVersions: get("/chats/{chat_id}/canvas/versions", {
    summary: "List versions of a canvas",
    description:
      "The last 50 versions, newest first. Continuous typing by the same person counts as a single change.",
    params: chatParams,
    returns: z.array(CanvasVersion),
  }),
  undoCanvas: post("/chats/{chat_id}/canvas/undo", {
    summary: "Undo the last change of a canvas",
    description:
      "Restores the newest version, or `version_id`. The undo is a change itself, so a second undo reverts it.",
    params: chatParams,
    body: json(CanvasUndo),
    returns: z.object({ canvas: ChatDetail.shape.canvas }),
  }),
};
