import { z } from "zod";
import { form, get, json, operation, post } from "@/lib/api/contract";
import { SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { endpoints } from "./operations";

// Ten redirect URIs of maximum length exceed the usual form limit.
const MAX_METADATA_BYTES = 32 * 1024;
const parameter = (most = 2000) => z.string().max(most);

// Client metadata (RFC 7591). Other fields are ignored.
const ClientMetadata = z
  .object({
    redirect_uris: z.array(parameter()).min(1).max(10),
    client_name: z.string().trim().max(200).optional(),
    grant_types: z.array(parameter(100)).max(20).optional(),
    response_types: z.array(parameter(100)).max(20).optional(),
    token_endpoint_auth_method: parameter(100).optional(),
  })
  .meta({ id: "OauthClientMetadata" });
const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal("none"),
    scope: z.string(),
  })
  .meta({ id: "OauthClient" });

const TokenRequest = z
  .object({
    grant_type: parameter(100),
    client_id: parameter(100).optional(),
    code: parameter().optional(),
    code_verifier: parameter().optional(),
    redirect_uri: parameter().optional(),
    refresh_token: parameter().optional(),
    resource: parameter().optional(),
  })
  .meta({ id: "OauthTokenRequest" });
const Tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int().describe("Seconds."),
    refresh_token: z.string(),
    scope: z.string(),
  })
  .meta({ id: "OauthTokens" });

export const AuthorizationRequest = z.object({
  client_id: parameter(100),
  redirect_uri: parameter().optional(),
  response_type: parameter(100).optional(),
  code_challenge: parameter(200).optional(),
  code_challenge_method: parameter(20).optional(),
  resource: parameter().optional(),
  scope: parameter().optional(),
  state: parameter(4000).optional(),
});

export const ConnectedProgram = z
  .object({
    id: uuid,
    name: z.string().describe("As it calls itself."),
    group: z.object({ id: z.guid(), name: z.string() }),
    connected_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: "ConnectedProgram" });

export const oauthApi = {
  getProtectedResource: get("/.well-known/oauth-protected-resource/api/v1/mcp", {
    summary: "Read how programs sign in to the MCP server",
    description: "Protected resource metadata (RFC 9728). Also served at the root of the installation.",
    access: "anyone",
    returns: z.object({
      resource: z.string(),
      resource_name: z.string(),
      authorization_servers: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
    }),
    speaks: "oauth",
  }),
  getAuthorizationServer: get("/.well-known/oauth-authorization-server", {
    summary: "Read the metadata of the authorization server",
    description: "Authorization server metadata (RFC 8414). Also served at the root of the installation.",
    access: "anyone",
    returns: z.object({
      issuer: z.string(),
      authorization_endpoint: z.string(),
      token_endpoint: z.string(),
      registration_endpoint: z.string(),
      revocation_endpoint: z.string(),
      response_types_supported: z.array(z.string()),
      response_modes_supported: z.array(z.string()),
      grant_types_supported: z.array(z.string()),
      token_endpoint_auth_methods_supported: z.array(z.string()),
      revocation_endpoint_auth_methods_supported: z.array(z.string()),
      code_challenge_methods_supported: z.array(z.string()),
      scopes_supported: z.array(z.string()),
      authorization_response_iss_parameter_supported: z.boolean(),
    }),
    speaks: "oauth",
  }),
  registerOauthClient: post("/oauth/register", {
    summary: "Register a program that people can sign in to",
    description:
      "Dynamic client registration (RFC 7591). Every program is a public client: it gets no secret and must use PKCE. Redirect URIs are https, http on the same machine (any port), or a scheme that begins with a reversed domain of the program's own (RFC 8252, for example `com.example.app:/callback`); of other schemes only the callbacks of Cursor, Cline, Warp and Raycast. Programs that nobody signs in to are forgotten after a day.",
    access: "anyone",
    body: json(ClientMetadata, { mostBytes: MAX_METADATA_BYTES }),
    returns: RegisteredClient,
    status: 201,
    speaks: "oauth",
  }),
  exchangeOauthToken: post("/oauth/token", {
    summary: "Exchange a code or a refresh token for tokens",
    description:
      "A code works once, within a minute; used again, it ends what came of it. Each exchange replaces both tokens: a refresh token that was replaced ends the grant, except in the 10 seconds after, in which it gives the same pair again. Access tokens open `/mcp` only.",
    access: "anyone",
    body: form(TokenRequest),
    returns: Tokens,
    speaks: "oauth",
  }),
  revokeOauthToken: post("/oauth/revoke", {
    summary: "Revoke the tokens of a program",
    description: "RFC 7009. Either token ends both. The answer is the same for a token that doesn't work.",
    access: "anyone",
    body: form(
      z.object({
        token: parameter(),
        client_id: parameter(100).optional(),
        token_type_hint: parameter(100).optional(),
      }),
    ),
    returns: z.object({}),
    speaks: "oauth",
  }),
  decideAuthorization: operation(endpoints.decideAuthorization, {
    summary: "Allow or refuse a program to act as you",
    description:
      "What the page at `/oauth/authorize` calls. Returns where the browser goes back to: to the program, with a code or an error. Returns 403 if you authenticate with an API token.",
    body: json(
      AuthorizationRequest.extend({
        decision: z.enum(["allow", "refuse"]),
        group_id: z.guid().toLowerCase().optional().describe("Omit for the group of your session."),
      }),
    ),
    returns: z.object({ redirect_to: z.string() }),
    sameOrigin: true,
  }),
  listConnectedPrograms: operation(endpoints.listConnectedPrograms, {
    summary: "List the programs that can act as you",
    description: "Those that you signed in to with OAuth, in all of your groups.",
    returns: z.array(ConnectedProgram),
  }),
  disconnectProgram: operation(endpoints.disconnectProgram, {
    summary: "Disconnect a program",
    description: "Its tokens stop working at once. Returns 403 if you authenticate with an API token.",
    params: z.object({ id: uuid }),
    returns: SuccessMessage,
  }),
};
