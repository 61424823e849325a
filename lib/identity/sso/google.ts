import { z } from "zod";
import { isSsoOnly } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { fetchOutside, readJson } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

const MAX_WAIT_MS = 10_000;
const Begun = z.object({ authUri: z.url({ protocol: /^https?$/ }), sessionId: z.string().min(1) });
const Ended = z.object({ idToken: z.string().min(1) });

export const offersGoogle = (): boolean =>
  Boolean(config().FIREBASE_API_KEY && config().FIREBASE_PROJECT_ID) && !isSsoOnly();

/**
 * Starts a sign-in with Google through Firebase's REST API, which needs no third-party script on our page. Returns
 * the URL to redirect to and a session ID that binds the flow to this browser.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/createAuthUri
 * @throws AppError unavailable when it is not configured or Firebase does not respond
 */
export async function startGoogleSignIn(continueUri: string): Promise<z.infer<typeof Begun>> {
  const answer = await ask("createAuthUri", {
    providerId: "google.com",
    continueUri,
    oauthScope: "openid email profile",
  });
  const begun = Begun.safeParse(answer.body);
  if (!begun.success) throw unavailable();
  return begun.data;
}

/**
 * Completes the sign-in with the full callback URL.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp
 * @returns a Firebase ID token
 * @throws AppError unauthorized when Google or Firebase rejects it; unavailable
 */
export async function finishGoogleSignIn(requestUri: string, sessionId: string): Promise<string> {
  const answer = await ask("signInWithIdp", { requestUri, sessionId, returnSecureToken: true });
  const ended = Ended.safeParse(answer.body);
  if (!ended.success) throw new AppError("unauthorized", "Sign-in with Google failed. Try again.");
  return ended.data.idToken;
}

const unavailable = () => new AppError("unavailable", "Sign-in with Google isn't available right now.");

async function ask(method: string, body: object): Promise<{ status: number; body: unknown }> {
  const { FIREBASE_API_KEY: key, FIREBASE_AUTH_URL: origin } = config();
  if (!offersGoogle() || !key) throw unavailable();
  try {
    const response = await fetchOutside(`${origin}/v1/accounts:${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": key },
      body: JSON.stringify(body),
      timeout: MAX_WAIT_MS,
      allowPrivate: true,
    });
    if (response.status >= 500) throw new Error(`status ${response.status}`);
    return { status: response.status, body: await readJson(response) };
  } catch (error) {
    log.warn({ err: error, method }, "Firebase could not be asked");
    throw unavailable();
  }
}
