import type { Config } from "@/lib/platform/config";
import { PROVIDER_IDS, type Provider } from "./contract";
import { registry } from "./providers/registry";
import type { Connection, ModelSettings } from "./types";

/** Returns the connections configured in the environment, in order of preference. Their addresses may be private. */
export const environmentConnections = (config: Partial<Config>): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => environmentConnection(provider, config) ?? []);

/** Returns a provider's connection from the environment. OpenAI's settings may point to another compatible server. */
export function environmentConnection(provider: Provider, config: Partial<Config>): Connection | undefined {
  const connection = registry[provider].environment?.(config);
  return connection && { ...connection, allowsPrivate: true };
}

export const DISCOVERED = PROVIDER_IDS.filter((provider) => registry[provider].discovery);

/** Returns discoverable providers whose address is configured, so that an unreachable server is an error. */
export const expectedConnections = (config: ModelSettings): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => {
    const { discovery } = registry[provider];
    return discovery?.isExpected(config) ? discovery.reach(config) : [];
  });

export function reach(
  provider: Provider,
  connections: Connection[],
  config: ModelSettings,
): Connection | undefined {
  const own = connections.find((each) => each.provider === provider);
  const { discovery } = registry[provider];
  return discovery ? discovery.reach(config, own) : own;
}

export async function installedProviders(config: Config): Promise<Provider[]> {
  const found = await Promise.all(
    DISCOVERED.map(async (provider) =>
      (await registry[provider].discovery?.answers(config)) ? [provider] : [],
    ),
  );
  return [...environmentConnections(config).map(({ provider }) => provider), ...found.flat()];
}
