import { oauthApi } from "@/lib/identity/oauth/contract";
import * as oauth from "@/lib/identity/oauth/service";
import { implement } from "../implement";

export const oauthRoutes = implement("MCP", oauthApi, {
  getProtectedResource: () => oauth.protectedResource(),
  getAuthorizationServer: () => oauth.authorizationServer(),
  registerOauthClient: ({ body, call }) => oauth.register(body, call.address),
  exchangeOauthToken: ({ body }) => oauth.exchange(body),
  revokeOauthToken: ({ body }) => oauth.revoke(body),
  decideAuthorization: ({ viewer, body }) => oauth.decide(viewer, body),
  listConnectedPrograms: ({ viewer }) => oauth.list(viewer),
  disconnectProgram: ({ viewer, params }) => oauth.disconnect(viewer, params.id),
});
