import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { jwtVerify } from "jose";

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
type Message = Record<string, any>;
type Reply = { status: number; body: unknown };

const refusal = (status: number, name: string, message: string, details: unknown[]): Reply => ({
  status,
  body: { error: { code: status, message, status: name, details } },
});
const fcm = (errorCode: string) => ({
  "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
  errorCode,
});

/** Responses by device token; other tokens succeed. */
const behaviours: Record<string, Reply> = {
  unregistered: refusal(404, "NOT_FOUND", "Requested entity was not found.", [fcm("UNREGISTERED")]),
  invalid: refusal(400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token", [
    fcm("INVALID_ARGUMENT"),
  ]),
  mismatch: refusal(403, "PERMISSION_DENIED", "SenderId mismatch", [fcm("SENDER_ID_MISMATCH")]),
  /** A failure that is not caused by the token. */
  refused: refusal(403, "PERMISSION_DENIED", "Cloud Messaging is disabled.", []),
};

/**
 * Google's token endpoint for service accounts, and FCM's HTTP v1 API. A token that begins with `busy` is rejected
 * once with 503.
 */
export async function startFcmServer() {
  const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const accepted: Message[] = [];
  const tried: string[] = [];
  const busy = new Set<string>();
  let access = 0;
  let isRevoked = false;

  async function tokenFor(request: IncomingMessage): Promise<Reply> {
    const form = new URLSearchParams(await getText(request));
    try {
      const { payload } = await jwtVerify(form.get("assertion") ?? "", keys.publicKey, {
        algorithms: ["RS256"],
        audience: account.token_uri,
        issuer: account.client_email,
        requiredClaims: ["exp", "iat"],
      });
      const isScope = payload.scope === "https://www.googleapis.com/auth/firebase.messaging";
      const isGrant = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
      if (!isScope || !isGrant) throw new Error("wrong scope or grant");
    } catch {
      return { status: 400, body: { error: "invalid_grant" } };
    }
    isRevoked = false;
    return {
      status: 200,
      body: { access_token: `access-${++access}`, expires_in: 3600, token_type: "Bearer" },
    };
  }

  async function send(request: IncomingMessage): Promise<Reply> {
    const { message } = JSON.parse(await getText(request)) as { message: Message };
    if (request.headers.authorization !== `Bearer access-${access}` || isRevoked)
      return refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", []);
    const token = String(message.token);
    tried.push(token);
    const [kind = ""] = token.split("-");
    if (kind === "busy" && !busy.has(token)) {
      busy.add(token);
      return refusal(503, "UNAVAILABLE", "The service is currently unavailable.", [fcm("UNAVAILABLE")]);
    }
    const behaviour = behaviours[kind];
    if (behaviour) return behaviour;
    accepted.push(message);
    return { status: 200, body: { name: `projects/${account.project_id}/messages/${accepted.length}` } };
  }

  const server = createServer(async (request, response) => {
    const { status, body } = request.url === "/token" ? await tokenFor(request) : await routed(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const routed = (request: IncomingMessage): Promise<Reply> | Reply =>
    request.method === "POST" && request.url === `/v1/projects/${account.project_id}/messages:send`
      ? send(request)
      : refusal(404, "NOT_FOUND", "Not found.", []);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const account = {
    type: "service_account",
    project_id: "parley-test",
    client_email: "push@parley-test.iam.gserviceaccount.com",
    private_key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    token_uri: `${url}/token`,
  };
  return {
    url,
    /** Value for FIREBASE_SERVICE_ACCOUNT. */
    account,
    /** Accepted messages, oldest first. */
    accepted,
    /** Device tokens of all attempts. */
    tried,
    /** Number of issued access tokens. */
    accessTokens: () => access,
    /** Revokes the current access token. */
    revoke: () => {
      isRevoked = true;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function getText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
