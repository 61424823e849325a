import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import type { ServiceAccount } from "@/lib/platform/config/service-account";
import { fetchOutside, readJson } from "@/lib/platform/egress/service";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const TIMEOUT_MS = 10_000;

/** Result of a push: `gone` tokens never work again, `later` may be retried, and `refused` would fail again. */
export type PushOutcome = "sent" | "gone" | "later" | "refused";

type CachedToken = { token?: string; until: number; asking?: Promise<string> };
const getCachedToken = createOnce<CachedToken>(() => ({ until: 0 }));

// Returns an access token of the service account (OAuth 2.0 JWT bearer grant, RFC 7523), cached until shortly before
// it expires.
function accessToken(account: ServiceAccount): Promise<string> {
  const access = getCachedToken();
  if (access.token && performance.now() < access.until) return Promise.resolve(access.token);
  access.asking ??= askForToken(account)
    .then(({ access_token, expires_in }) => {
      access.token = access_token;
      access.until = performance.now() + (expires_in - 60) * 1000;
      return access_token;
    })
    .finally(() => {
      access.asking = undefined;
    });
  return access.asking;
}

async function askForToken({ client_email, private_key, token_uri }: ServiceAccount) {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt(clock.getDateIn(0))
    .setExpirationTime(clock.getDateIn(3_600_000))
    .sign(createPrivateKey(private_key));
  const form = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  const response = await fetchOutside(token_uri, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    timeout: TIMEOUT_MS,
    allowPrivate: true,
  });
  if (!response.ok) throw new Error(`Google answered ${response.status} to the service account.`);
  return (await readJson(response)) as { access_token: string; expires_in: number };
}

export async function sendToDevice(account: ServiceAccount, message: object): Promise<PushOutcome> {
  try {
    const response = await fetchOutside(
      `${config().FIREBASE_FCM_URL}/v1/projects/${account.project_id}/messages:send`,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${await accessToken(account)}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ message }),
        timeout: TIMEOUT_MS,
        allowPrivate: true,
      },
    );
    if (response.ok) {
      await response.body?.cancel();
      return "sent";
    }
    return toOutcome(response.status, ((await readJson(response).catch(() => undefined)) ?? {}) as FcmError);
  } catch (error) {
    log.warn({ err: error }, "a push could not be sent");
    return "later";
  }
}

type FcmError = {
  error?: { message?: string; details?: { errorCode?: string; fieldViolations?: { field?: string }[] }[] };
};

// Maps FCM error codes: https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode.
function toOutcome(status: number, { error }: FcmError): PushOutcome {
  const details = error?.details ?? [];
  const codes = details.map(({ errorCode }) => errorCode);
  if (codes.includes("UNREGISTERED") || codes.includes("SENDER_ID_MISMATCH")) return "gone";
  const isBadToken =
    details.some(({ fieldViolations }) => fieldViolations?.some(({ field }) => field === "message.token")) ||
    /registration token/i.test(error?.message ?? "");
  if (status === 400 && isBadToken) return "gone";
  if (status === 401) {
    // The access token was revoked; the next attempt requests a new one.
    getCachedToken().until = 0;
    return "later";
  }
  if (status === 429 || status >= 500) return "later";
  log.warn({ status, codes }, "Firebase refused a push");
  return "refused";
}
