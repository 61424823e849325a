import { importPKCS8, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { createOnce } from "@/lib/platform/once";
import { type Connection, ModelError } from "../types";

const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const LIFETIME_SECONDS = 3600;
// Tokens are replaced before they expire, so that none expires during a request.
const MARGIN_SECONDS = 300;
const MAX_TOKENS = 200;

const ServiceAccount = z.object({
  type: z.literal("service_account"),
  client_email: z.string(),
  private_key: z.string(),
  private_key_id: z.string(),
});

const tokens = createOnce(
  () =>
    new LRUCache<string, Promise<string>>({
      max: MAX_TOKENS,
      ttl: (LIFETIME_SECONDS - MARGIN_SECONDS) * 1000,
    }),
);

/** Returns true if a key is the JSON file of a service account instead of an API key. */
export const isServiceAccount = ({ apiKey = "" }: Connection): boolean => apiKey.trimStart().startsWith("{");

/**
 * Returns a token that the service account signs itself, so that no token endpoint is involved
 * (https://google.aip.dev/auth/4111).
 * @throws ModelError unauthorized for an invalid file
 */
export function getGoogleCloudToken({ apiKey = "" }: Connection): Promise<string> {
  const known = tokens().get(apiKey);
  if (known) return known;
  const signed = signToken(apiKey).catch(() => {
    tokens().delete(apiKey);
    throw new ModelError("unauthorized", "The key is no valid JSON file of a service account.");
  });
  tokens().set(apiKey, signed);
  return signed;
}

async function signToken(file: string): Promise<string> {
  const account = ServiceAccount.parse(JSON.parse(file));
  const key = await importPKCS8(account.private_key, "RS256");
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: account.private_key_id })
    .setIssuer(account.client_email)
    .setSubject(account.client_email)
    .setIssuedAt()
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .sign(key);
}
