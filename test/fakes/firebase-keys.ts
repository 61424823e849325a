import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

type Key = Awaited<ReturnType<typeof newKey>>;

async function newKey(kid: string) {
  const pair = await generateKeyPair("RS256", { extractable: true });
  return { kid, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), kid, alg: "RS256", use: "sig" } };
}

/** Publishes the keys of Firebase ID tokens and issues such tokens. */
export async function startFirebaseKeys(project = "parley-test") {
  const first = await newKey("first");
  let keys: Key[] = [first];
  let isDown = false;
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    if (isDown) return void response.writeHead(500).end("{}");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const seconds = () => Math.floor(Date.now() / 1000);
  /** Builds claims as Firebase does, with changes; undefined removes one. */
  const claims = (changes: Record<string, unknown> = {}): JWTPayload => ({
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    iat: seconds() - 5,
    exp: seconds() + 3600,
    auth_time: seconds() - 10,
    sub: "uid-1",
    email_verified: true,
    ...changes,
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    project,
    first,
    newKey,
    claims,
    token: (changes: Record<string, unknown> = {}, key: Key = first) =>
      new SignJWT(claims(changes)).setProtectedHeader({ alg: "RS256", kid: key.kid }).sign(key.privateKey),
    /** Publishes only these keys. */
    publish: (...published: Key[]) => {
      keys = published;
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
