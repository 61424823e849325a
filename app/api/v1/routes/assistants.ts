import { ApiReply, toListReply } from "@/lib/api/routes";
import { assistantsApi } from "@/lib/chat/assistants/contract";
import * as assistants from "@/lib/chat/assistants/service";
import { implement } from "../implement";

export const assistantsRoutes = implement("Assistants", assistantsApi, {
  listMiniAssistants: async ({ viewer, query }) => toListReply(await assistants.listMini(viewer, query)),
  listAssistants: async ({ viewer, query }) => toListReply(await assistants.list(viewer, query)),
  createAssistant: ({ viewer, body }) => assistants.create(viewer, body),
  getAssistant: ({ viewer, params }) => assistants.get(viewer, params.id),
  updateAssistant: ({ viewer, params, body }) => assistants.update(viewer, params.id, body),
  removeAssistant: ({ viewer, params }) => assistants.remove(viewer, params.id),
  setAssistantPicture: ({ viewer, params, body }) => assistants.setPicture(viewer, params.id, body.files),
  getAssistantPicture: async ({ viewer, params }) => {
    const { stream, headers } = await assistants.getPicture(viewer, params.id);
    return new ApiReply({ kind: "file", stream }, headers);
  },
  removeAssistantPicture: ({ viewer, params }) => assistants.removePicture(viewer, params.id),
  listAssistantVersions: async ({ viewer, params, query }) =>
    toListReply(await assistants.versions.list(viewer, params.id, query)),
  getAssistantVersion: ({ viewer, params: { id, number } }) => assistants.versions.get(viewer, id, number),
  restoreAssistantVersion: ({ viewer, params: { id, number } }) =>
    assistants.versions.restore(viewer, id, number),
  duplicateAssistant: ({ viewer, params }) => assistants.duplicate(viewer, params.id),
  exportAssistant: ({ viewer, params }) => assistants.exportAssistant(viewer, params.id),
  importAssistant: ({ viewer, body }) => assistants.importAssistant(viewer, body),
});
