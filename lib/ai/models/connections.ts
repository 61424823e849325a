import type { Config } from "@/lib/platform/config";
import { PROVIDER_IDS, type Provider } from "./contract";
import { registry } from "./providers/registry";
import type { Connection, ModelSettings } from "./types";

/** The providers that the environment names, best first. The operator's addresses may be private. */
export const environmentConnections = (config: Partial<Config>): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => environmentConnection(provider, config) ?? []);

/** How the environment connects a provider. OpenAI's settings may name another server that speaks its protocol. */
export function environmentConnection(provider: Provider, config: Partial<Config>): Connection | undefined {
  const connection = registry[provider].environment?.(config);
  return connection && { ...connection, allowsPrivate: true };
}

/** Providers that are looked for, whether or not they are connected. */
export const DISCOVERED = PROVIDER_IDS.filter((provider) => registry[provider].discovery);

/** Providers whose address the operator has named, so that it is a fault when nobody answers there. */
export const expectedConnections = (config: ModelSettings): Connection[] =>
  PROVIDER_IDS.flatMap((provider) => {
    const { discovery } = registry[provider];
    return discovery?.isExpected(config) ? discovery.reach(config) : [];
  });

/** How a provider is reached: as one of these connections says, or where it is looked for. */
export function reach(
  provider: Provider,
  connections: Connection[],
  config: ModelSettings,
): Connection | undefined {
  const own = connections.find((each) => each.provider === provider);
  const { discovery } = registry[provider];
  return discovery ? discovery.reach(config, own) : own;
}

/** The providers that can be asked without any group's connections. */
export async function installedProviders(config: Config): Promise<Provider[]> {
  const found = await Promise.all(
    DISCOVERED.map(async (provider) =>
      (await registry[provider].discovery?.answers(config)) ? [provider] : [],
    ),
  );
  return [...environmentConnections(config).map(({ provider }) => provider), ...found.flat()];
}
