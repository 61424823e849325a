import { ApiReply } from "@/lib/api/routes";
import { getStatus } from "@/lib/llm/indexing/service";
import { providersApi } from "@/lib/llm/providers/contract";
import * as providers from "@/lib/llm/providers/service";
import { implement } from "../implement";

export const providersRoutes = implement("Models", providersApi, {
  getPictureModel: ({ viewer }) => providers.pictures.getPictureModel(viewer),
  setPictureModel: ({ viewer, body }) => providers.pictures.setPictureModel(viewer, body),
  getSemanticSearch: () => getStatus(),
  listConnections: ({ viewer }) => providers.listConnections(viewer),
  setConnection: ({ viewer, params, body }) => providers.setConnection(viewer, params.connection, body),
  testConnection: ({ viewer, params, body }) => providers.testConnection(viewer, params.connection, body),
  downloadModel: async ({ viewer, params, body, call }) =>
    call.wantsEvents
      ? new ApiReply({
          kind: "events",
          events: await providers.followDownload(viewer, params.connection, body.model, call.signal),
        })
      : providers.downloadModel(viewer, params.connection, body.model, call.signal),
  removeConnection: ({ viewer, params }) => providers.removeConnection(viewer, params.connection),
});
