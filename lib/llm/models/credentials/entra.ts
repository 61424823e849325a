import { LRUCache } from "lru-cache";
import { z } from "zod";
import { config } from "@/lib/platform/config";
import { fetchOutside, readJson } from "@/lib/platform/egress/service";
import { createOnce } from "@/lib/platform/once";
import { type Connection, ModelError } from "../types";

const SCOPE = "https://cognitiveservices.azure.com/.default";
const TIMEOUT_MS = 10_000;
// Tokens are replaced before they expire, so that none expires during a request.
const MARGIN_SECONDS = 300;
const MAX_TOKENS = 200;
const MAX_BYTES = 64 * 1024;

const Answer = z.object({ access_token: z.string().max(10_000), expires_in: z.number().positive() });

const tokens = createOnce(() => new LRUCache<string, Promise<string>>({ max: MAX_TOKENS }));

/**
 * Returns an access token of Microsoft Entra ID for Azure's models, by the client credentials flow
 * (https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow). Tokens are cached until
 * shortly before they expire.
 * @throws ModelError unauthorized
 */
export function getEntraToken(connection: Connection): Promise<string> {
  const { apiKey, options, proxy } = connection;
  const key = JSON.stringify([options, apiKey, proxy]);
  const known = tokens().get(key);
  if (known) return known;
  const asked = requestToken(connection).then(({ access_token, expires_in }) => {
    const ttl = Math.max(1, expires_in - MARGIN_SECONDS) * 1000;
    if (tokens().peek(key) === asked) tokens().set(key, asked, { ttl });
    return access_token;
  });
  tokens().set(key, asked);
  asked.catch(() => tokens().delete(key));
  return asked;
}

async function requestToken({ apiKey = "", options = {}, proxy }: Connection) {
  const { tenant_id = "", client_id = "" } = options;
  const url = `${config().AZURE_AUTHORITY_HOST.replace(/\/+$/, "")}/${tenant_id}/oauth2/v2.0/token`;
  const response = await fetchOutside(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(
      new URLSearchParams({
        grant_type: "client_credentials",
        client_id,
        client_secret: apiKey,
        scope: SCOPE,
      }),
    ),
    timeout: TIMEOUT_MS,
    redirects: 0,
    largest: MAX_BYTES,
    // The operator configures the address.
    allowPrivate: true,
    proxy,
  });
  const answer = response.ok ? Answer.safeParse(await readJson(response).catch(() => undefined)) : undefined;
  if (!response.ok) await response.body?.cancel();
  if (answer?.success) return answer.data;
  throw new ModelError(
    "unauthorized",
    "Microsoft Entra ID refused the tenant, the client or its secret. Check them in Settings → Models.",
  );
}
