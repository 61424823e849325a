import * as models from "@/lib/llm/models/service";
import { caps } from "@/lib/llm/usage/service";
import { config } from "@/lib/platform/config";
import { isThisMachine } from "@/lib/platform/config/sign-up";
import { unseal } from "@/lib/platform/crypto/seal";
import { createCachedRead } from "@/lib/platform/shared-cache/service";
import * as queries from "./queries";

const known = createCachedRead("connections", async (groupId: string) => {
  const rows = await queries.listConnections({ groupId });
  const own = rows.map(
    (row) => (row.isEnabled && toConnection(row)) || { ...toDisabled(row), isDisabled: true as const },
  );
  // A connection of the group takes the place of the operator's with its id, even if it can't be used.
  const others = models
    .listEnvironmentConnections(config())
    .filter((each) => !rows.some(({ slug }) => slug === models.getConnectionId(each)));
  return [...own, ...others];
});

const toDisabled = ({ slug, provider }: queries.ConnectionRow): models.Connection => ({ id: slug, provider });

export const listGroupConnections = (groupId: string): Promise<models.Connection[]> => known.get(groupId);

export function invalidateConnections(groupId: string): void {
  known.forget(groupId);
  caps.invalidate(groupId);
}

type StoredConnection = Omit<
  queries.ConnectionRow,
  "id" | "groupId" | "isEnabled" | "createdAt" | "updatedAt"
>;

/** Returns undefined if the proxy can't be decrypted, because requests must not go past it. */
export function toConnection(row: StoredConnection): models.Connection | undefined {
  const proxy = row.encryptedProxy ? unseal("provider keys", row.encryptedProxy) : undefined;
  if (row.encryptedProxy && proxy === undefined) return undefined;
  const allowsPrivate = canBePrivate(row);
  return {
    id: row.slug,
    name: row.name ?? undefined,
    provider: row.provider,
    apiKey: row.encryptedKey ? unseal("provider keys", row.encryptedKey) : undefined,
    baseUrl: row.baseUrl ?? undefined,
    model: row.model ?? undefined,
    models: row.models ?? undefined,
    options: row.options,
    headers: readHeaders(row.encryptedHeaders),
    proxy: proxy === undefined ? undefined : { url: proxy, allowPrivate: allowsPrivate },
    timeoutSeconds: row.timeoutSeconds ?? undefined,
    allowsPrivate,
  };
}

export function readHeaders(encrypted: string | null): Record<string, string> | undefined {
  const json = encrypted ? unseal("provider keys", encrypted) : undefined;
  return json === undefined ? undefined : (JSON.parse(json) as Record<string, string>);
}

// Returns true if the connection's address may be private. The installation's owner may use servers on the same machine
// if the app runs at a local address that nobody else can reach. Other addresses must be public or listed in
// ALLOW_PRIVATE_ADDRESSES.
const canBePrivate = ({ byInstallationOwner }: Pick<queries.ConnectionRow, "byInstallationOwner">): boolean =>
  byInstallationOwner && isThisMachine(new URL(config().appUrl).hostname);
