import * as models from "@/lib/llm/models/service";
import { caps } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { isThisMachine } from "@/lib/platform/config/sign-up";
import { unseal } from "@/lib/platform/crypto/seal";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import * as queries from "./queries";

const known = createCachedRead("connections", async (groupId: string) => {
  const rows = await queries.listConnections({ groupId });
  return [...rows.map(connection), ...models.listEnvironmentConnections(config())];
});

export const listGroupConnections = (groupId: string): Promise<models.Connection[]> => known.get(groupId);

export function invalidateConnections(groupId: string): void {
  known.forget(groupId);
  caps.invalidate(groupId);
}

const connection = (row: queries.ConnectionRow): models.Connection => ({
  provider: row.provider,
  apiKey: row.encryptedKey ? unseal("provider keys", row.encryptedKey) : undefined,
  baseUrl: row.baseUrl ?? undefined,
  model: row.model ?? undefined,
  allowsPrivate: canBePrivate(row),
});

/**
 * Returns true if the connection's address may be private. The installation's owner may use servers on the same machine
 * if the app runs at a local address that nobody else can reach. Other addresses must be public or listed in
 * ALLOW_PRIVATE_ADDRESSES.
 */
export const canBePrivate = ({
  byInstallationOwner,
}: Pick<queries.ConnectionRow, "byInstallationOwner">): boolean =>
  byInstallationOwner && isThisMachine(new URL(config().appUrl).hostname);
