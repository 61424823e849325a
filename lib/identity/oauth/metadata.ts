import { config } from "@/lib/platform/config";
import { buildResourceUrl } from "@/lib/platform/protected-resource";

export const SCOPE = "mcp";

// Returns the resource that tokens are valid for (RFC 8707).
const resource = () => buildResourceUrl("/mcp");

export const issuer = () => config().appUrl;

/** Returns the protected resource's metadata (RFC 9728). */
export const protectedResource = () => ({
  resource: resource(),
  resource_name: "Parley",
  authorization_servers: [issuer()],
  bearer_methods_supported: ["header"],
  scopes_supported: [SCOPE],
});

/** Returns the authorization server's metadata (RFC 8414). */
export const authorizationServer = () => ({
  issuer: issuer(),
  authorization_endpoint: `${issuer()}/oauth/authorize`,
  token_endpoint: buildResourceUrl("/oauth/token"),
  registration_endpoint: buildResourceUrl("/oauth/register"),
  revocation_endpoint: buildResourceUrl("/oauth/revoke"),
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  scopes_supported: [SCOPE],
  authorization_response_iss_parameter_supported: true,
});

/** Validates the requested resource, which older clients omit. */
export function isAcceptedResource(asked: string | undefined): boolean {
  if (asked === undefined) return true;
  if (!URL.canParse(asked) || asked.includes("#")) return false;
  const plain = (url: string) => new URL(url).href.replace(/\/$/, "");
  return plain(asked) === plain(resource());
}
