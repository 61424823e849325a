import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import type { ProviderKind } from "@/lib/llm/models/contract";
import * as models from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { presentConnection } from "./connection-settings";
import * as queries from "./queries";

export {
  importConnections,
  listPortableConnections,
  removeConnection,
  setConnection,
  testConnection,
} from "./connection-settings";
export { invalidateConnections, listGroupConnections } from "./connections";
export { downloadModel, followDownload } from "./downloads";
export * as pictures from "./image-models";

/**
 * Lists the connections of the group and of the environment. Only the operator sees details of the latter.
 * @throws AppError forbidden
 */
export async function listConnections(viewer: Viewer) {
  access.authorize(viewer, "models.connect");
  const rows = await queries.listConnections({ groupId: viewer.group.id });
  const isOperator = viewer.user.isInstallationOwner;
  const fixed = models.listEnvironmentConnections(config()).map(({ provider, baseUrl, model, apiKey }) => ({
    id: provider,
    name: null,
    provider,
    base_url: isOperator ? (baseUrl ?? null) : null,
    model: isOperator ? (model ?? null) : null,
    models: null,
    options: {},
    header_names: [],
    proxy: null,
    timeout_seconds: null,
    enabled: true,
    has_key: isOperator && apiKey !== undefined,
    from_environment: true,
    updated_at: null,
  }));
  return [...rows.map(presentConnection), ...fixed];
}

export const kinds: ProviderKind[] = models.providerKinds;
