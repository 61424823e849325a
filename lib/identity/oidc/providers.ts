import { createRemoteJWKSet, customFetch as customJwksFetch } from "jose";
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import type { OidcProvider } from "@/lib/platform/config/oidc-providers";
import { fetchThrough, limitJson } from "@/lib/platform/egress/service";
import { notFound } from "@/lib/platform/errors";

const MAX_WAIT_MS = 10_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_CLOCK_SKEW_SECONDS = 60;
// Endpoints and keys of a provider may change.
const MAX_AGE_MS = 3_600_000;

export const listProviders = (): { id: string; name: string }[] =>
  config().OIDC_PROVIDERS.map(({ id, name }) => ({ id, name }));

/** @throws AppError not_found */
export function getProvider(id: string): OidcProvider {
  const provider = config().OIDC_PROVIDERS.find((each) => each.id === id);
  if (!provider) throw notFound("Sign-in provider");
  return provider;
}

const fetchFromProvider = fetchThrough({
  allowPrivate: true,
  redirects: 0,
  timeout: MAX_WAIT_MS,
  largest: limitJson({ bytes: MAX_ANSWER_BYTES }),
});

type Keys = ReturnType<typeof createRemoteJWKSet>;
type Discovered = { configuration: Promise<Configuration>; keys?: Keys; at: number };
const discovered = new Map<string, Discovered>();

/**
 * Reads the endpoints of a provider, once an hour.
 * https://openid.net/specs/openid-connect-discovery-1_0.html
 * @throws EgressError; errors of openid-client
 */
export const discover = (provider: OidcProvider): Promise<Configuration> =>
  getDiscovered(provider).configuration;

/**
 * Returns the provider's keys, which are read again when a signature names an unknown one.
 * @throws as `discover`
 */
export async function getKeys(provider: OidcProvider): Promise<Keys> {
  const found = getDiscovered(provider);
  const { jwks_uri = "" } = (await found.configuration).serverMetadata();
  found.keys ??= createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: MAX_WAIT_MS,
    [customJwksFetch]: fetchFromProvider,
  });
  return found.keys;
}

function getDiscovered(provider: OidcProvider): Discovered {
  const key = JSON.stringify(provider);
  const known = discovered.get(key);
  if (known && clock.now() - known.at < MAX_AGE_MS) return known;
  const issuer = new URL(provider.issuer);
  const configuration = discovery(
    issuer,
    provider.client_id,
    { client_secret: provider.client_secret, [clockTolerance]: MAX_CLOCK_SKEW_SECONDS },
    undefined,
    {
      [customFetch]: fetchFromProvider as CustomFetch,
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])],
    },
  );
  const found = { configuration, at: clock.now() };
  discovered.set(key, found);
  configuration.catch(() => discovered.delete(key));
  return found;
}
