import type { Config } from "@/lib/platform/config";
import { getConnectionId } from "./catalog";
import { registry } from "./providers/registry";
import { isProvider, PROVIDER_IDS, type Provider } from "./settings";
import type { Connection, ModelSettings } from "./types";

/** Returns the connections configured in the environment, in order of preference. Their addresses may be private. */
export const listEnvironmentConnections = (config: Partial<Config>): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => findEnvironmentConnection(provider, config) ?? []);

/** Returns a provider's connection from the environment. OpenAI's settings may point to another compatible server. */
export function findEnvironmentConnection(
  provider: Provider,
  config: Partial<Config>,
): Connection | undefined {
  const connection = registry[provider].environment?.(config);
  return connection && { ...connection, allowsPrivate: true };
}

export const DISCOVERED = PROVIDER_IDS.filter((provider) => registry[provider].discovery);

/** Returns true if models of a connection's id may be asked. Discoverable providers need no stored connection. */
export function isConnected(id: string, connections: Connection[]): boolean {
  const own = connections.find((each) => getConnectionId(each) === id);
  return own ? !own.isDisabled : DISCOVERED.some((provider) => provider === id);
}

/** Returns connections to discoverable providers whose address is configured. Errors of their servers are reported. */
export const listExpectedConnections = (config: ModelSettings): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => {
    const { discovery } = registry[provider];
    return discovery?.isExpected(config) ? discovery.reach(config) : [];
  });

/** Returns the connection of an id. A discoverable provider needs no stored connection. */
export function findConnection(
  id: string,
  connections: Connection[],
  config: ModelSettings,
): Connection | undefined {
  const own = connections.find((each) => getConnectionId(each) === id);
  if (own?.isDisabled) return undefined;
  const provider = own?.provider ?? (isProvider(id) ? id : undefined);
  const discovery = provider && registry[provider].discovery;
  return discovery ? discovery.reach(config, own) : own;
}

/**
 * Downloads a model onto the server of a connection.
 * @returns undefined if the provider can't do so
 */
export const downloadModel = (
  connection: Connection,
  config: ModelSettings,
  model: string,
  signal: AbortSignal,
): AsyncGenerator<number> | undefined =>
  registry[connection.provider].downloadModel?.(connection, config, model, signal);

export async function listInstalledProviders(config: Config): Promise<Provider[]> {
  const found = await Promise.all(
    DISCOVERED.map(async (provider) =>
      (await registry[provider].discovery?.answers(config)) ? [provider] : [],
    ),
  );
  return [...listEnvironmentConnections(config).map(({ provider }) => provider), ...found.flat()];
}
