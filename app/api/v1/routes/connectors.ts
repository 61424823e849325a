import { connectorsApi } from "@/lib/knowledge/connectors/contract";
import * as connectors from "@/lib/knowledge/connectors/service";
import { implement } from "../implement";

export const connectorsRoutes = implement("Connectors", connectorsApi, {
  listConnectors: ({ viewer, params }) => connectors.list(viewer, params.id),
  createConnector: ({ viewer, params, body }) => connectors.create(viewer, params.id, body),
  getConnector: ({ viewer, params }) => connectors.get(viewer, params.id),
  updateConnector: ({ viewer, params, body }) => connectors.update(viewer, params.id, body),
  deleteConnector: ({ viewer, params, query }) =>
    connectors.remove(viewer, params.id, { keepDocuments: query.keep_documents }),
  syncConnector: ({ viewer, params }) => connectors.sync(viewer, params.id),
  getConnectorFolders: ({ viewer }) => connectors.listFolders(viewer),
});
