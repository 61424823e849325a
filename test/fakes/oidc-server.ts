import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type OidcPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
};

const CLIENT = { client_id: "parley", client_secret: "client-secret-of-parley" };

/** An OpenID Connect provider (`oidc-provider`) whose page signs a person in with one click. */
export async function startOidcServer() {
  let person: OidcPerson = { sub: "nobody" };
  let provider: Provider | undefined;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (!provider) return void response.writeHead(503).end();
    if (!path.startsWith("/interaction/")) return provider.callback()(request, response);
    if (/\/(agree|cancel)$/.test(path)) return finish(provider, request, response, path.endsWith("/agree"));
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Identity provider</title><link rel="icon" href="data:,">
       <a href="${path}/agree">Agree</a> <a href="${path}/cancel">Cancel</a></html>`,
    );
  }

  async function finish(
    own: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    agrees: boolean,
  ): Promise<void> {
    const { params } = await own.interactionDetails(request, response);
    if (!agrees) return own.interactionFinished(request, response, { error: "access_denied" });
    const grant = new own.Grant({ accountId: person.sub, clientId: String(params.client_id) });
    grant.addOIDCScope("openid email profile");
    const consent = { grantId: await grant.save() };
    await own.interactionFinished(request, response, {
      login: { accountId: person.sub },
      consent,
    });
  }

  return {
    issuer,
    client: CLIENT,
    // Must be called before the first sign-in.
    register(redirectUri: string) {
      provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
        scopes: ["openid", "email", "profile"],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_, { uid }) => `/interaction/${uid}` },
        findAccount: (_, accountId) => ({
          accountId,
          claims: async () => ({ ...person, sub: accountId }),
        }),
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        cookies: { keys: ["key of the test"] },
      });
    },
    setPerson: (next: OidcPerson) => {
      person = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
