import { implement } from "@/lib/api/routes";
import * as switching from "@/lib/indexing/switching";
import { providersApi } from "./contract";
import * as providers from "./service";

export const providersRoutes = implement("Models", providersApi, {
  listModels: ({ viewer }) => providers.listModels(viewer),
  getSemanticSearch: () => switching.status(),
  listConnections: ({ viewer }) => providers.listConnections(viewer),
  setConnection: ({ viewer, params, body }) => providers.setConnection(viewer, params.provider, body),
  testConnection: ({ viewer, params, body }) => providers.testConnection(viewer, params.provider, body),
  removeConnection: ({ viewer, params }) => providers.removeConnection(viewer, params.provider),
});
