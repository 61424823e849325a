import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { email as Email } from "@/lib/identity/people/contract";
import { config } from "@/lib/platform/config";
import type { OidcProvider } from "@/lib/platform/config/oidc-providers";
import { EgressError } from "@/lib/platform/egress/service";
import { AppError, unauthorized } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { discover, getProvider } from "./providers";

// Known only to the browser that starts a sign-in.
export const OidcAttempt = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  codeVerifier: z.string().min(1),
});
export type OidcAttempt = z.infer<typeof OidcAttempt>;

export type OidcIdentity = {
  issuer: string;
  subject: string;
  /** Lower-case address; undefined unless verified. */
  email: string | undefined;
  name: string | undefined;
  /** Values of the claim that the provider's `role_claim` names. */
  values: string[];
};

// From APP_URL, never from the request's Host.
const getRedirectUri = ({ id }: OidcProvider) => `${config().appUrl}/login/oidc/${id}/return`;

/**
 * Starts a sign-in by the authorization code flow with PKCE.
 * https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
 * @returns the provider's page to continue at, and the attempt to finish it with
 * @throws AppError not_found, unavailable
 */
export async function startOidcSignIn(id: string): Promise<{ url: string; attempt: OidcAttempt }> {
  const provider = getProvider(id);
  const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const configuration = await explain(provider, () => discover(provider));
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: getRedirectUri(provider),
    scope: provider.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, attempt };
}

/**
 * Finishes a sign-in with the query that the provider sent the browser back with.
 * @throws AppError not_found, unauthorized, unavailable
 */
export async function finishOidcSignIn(
  provider: OidcProvider,
  query: string,
  attempt: OidcAttempt,
): Promise<OidcIdentity> {
  return explain(provider, async () => {
    const configuration = await discover(provider);
    const tokens = await authorizationCodeGrant(
      configuration,
      new URL(`${getRedirectUri(provider)}${query}`),
      {
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        pkceCodeVerifier: attempt.codeVerifier,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims()!;
    const isComplete = claims.email && (!provider.role_claim || readValues(claims, provider.role_claim));
    const profile = isComplete ? claims : await readProfile(configuration, tokens.access_token, claims);
    return toIdentity(provider, { ...profile, iss: claims.iss, sub: claims.sub });
  });
}

// Providers may send the address and groups with the profile only.
async function readProfile<T extends { sub: string }>(
  configuration: Configuration,
  token: string,
  claims: T,
) {
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  return { ...claims, ...(await fetchUserInfo(configuration, token, claims.sub)) };
}

// Keycloak nests roles: `realm_access.roles`. Names of other claims may be URLs with dots.
function readValues(claims: object, name: string): string[] | undefined {
  const getField = (value: unknown, field: string): unknown =>
    value !== null && typeof value === "object" && Object.hasOwn(value, field)
      ? (value as Record<string, unknown>)[field]
      : undefined;
  const value = getField(claims, name) ?? name.split(".").reduce(getField, claims);
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string().regex(/^[^\p{C}]{1,255}$/u),
  email: Email.optional().catch(undefined),
  // Some providers write it as text.
  email_verified: z
    .union([z.boolean(), z.literal("true")])
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
});

function toIdentity({ trusts_email, role_claim }: OidcProvider, claims: object): OidcIdentity {
  const { iss, sub, email, email_verified, name } = Claims.parse(claims);
  const isVerified = Boolean(email_verified) || (trusts_email && email_verified === undefined);
  const values = (role_claim && readValues(claims, role_claim)) || [];
  return { issuer: iss, subject: sub, email: isVerified ? email : undefined, name, values };
}

async function explain<T>({ id, name }: OidcProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: unknown };
    const isAway = [error, cause].some((each) => each instanceof EgressError);
    // Only the code: messages may quote tokens.
    log.warn({ provider: id, code, error: (error as Error).name }, "a sign-in with a provider failed");
    if (isAway) throw new AppError("unavailable", `${name} cannot be reached. Try again shortly.`);
    throw error instanceof AuthorizationResponseError && error.error === "access_denied"
      ? unauthorized(`The sign-in with ${name} was cancelled.`)
      : unauthorized(`The sign-in with ${name} failed. Try again.`);
  }
}
