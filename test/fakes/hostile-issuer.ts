import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

export type Claims = JWTPayload & {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  groups?: unknown;
};
type Answer = { status?: number; body: string; headers?: Record<string, string> };

const KEY_ID = "key-1";

/**
 * An OpenID Connect issuer that signs in anybody at once and lies as a test says. Every field of it can be replaced;
 * `reset` makes it honest again.
 */
export async function startHostileIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Claims, key: CryptoKey = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: KEY_ID }).sign(key);
  const metadata = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/me`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
  const honest = {
    metadata: metadata as object,
    claims: {} as Claims,
    sign: (claims: Claims): Promise<string> | string => sign(claims),
    // Changes the query that the browser comes back with.
    comeBack: (_query: URLSearchParams): void => {},
    token: undefined as Answer | undefined,
    me: {} as object,
  };
  const issuer = { ...honest };
  let asked = new URLSearchParams();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, url);
    const send = ({ status = 200, body, headers }: Answer) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    const json = (body: object) => send({ body: JSON.stringify(body) });
    if (pathname === "/.well-known/openid-configuration") return void json(issuer.metadata);
    if (pathname === "/keys")
      return void json({
        keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "RS256", use: "sig" }],
      });
    if (pathname === "/me") return void json({ sub: issuer.claims.sub, ...issuer.me });
    if (pathname === "/authorize") {
      asked = searchParams;
      const query = new URLSearchParams({ code: "code", state: searchParams.get("state")! });
      issuer.comeBack(query);
      return void response.writeHead(303, { location: `${searchParams.get("redirect_uri")}?${query}` }).end();
    }
    if (pathname !== "/token") return void response.writeHead(404).end();
    if (issuer.token) return void send(issuer.token);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: url,
      sub: "person-1",
      aud: asked.get("client_id")!,
      nonce: asked.get("nonce")!,
      iat: now,
      exp: now + 300,
      ...issuer.claims,
    };
    json({ access_token: "access", token_type: "Bearer", id_token: await issuer.sign(claims) });
  }

  return {
    url,
    sign,
    issuer,
    reset: () => Object.assign(issuer, honest),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
