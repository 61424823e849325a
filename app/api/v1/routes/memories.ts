import { toListReply } from "@/lib/api/routes";
import { memoriesApi } from "@/lib/chat/memories/contract";
import * as memories from "@/lib/chat/memories/service";
import { implement } from "../implement";

export const memoriesRoutes = implement("Memories", memoriesApi, {
  listMemories: async ({ viewer, query }) => toListReply(await memories.list(viewer, query)),
  createMemory: ({ viewer, body }) => memories.create(viewer, body),
  importMemories: ({ viewer, body }) => memories.importText(viewer, body.text),
  updateMemory: ({ viewer, params, body }) => memories.change(viewer, params.id, body),
  deleteMemory: ({ viewer, params }) => memories.remove(viewer, params.id),
  deleteMemories: ({ viewer }) => memories.removeAll(viewer),
  restoreMemories: ({ viewer }) => memories.restoreAll(viewer),
});
