import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  UnsecuredJWT,
} from "jose";
import { z } from "zod";
import { email as Email } from "@/lib/identity/people/contract";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";
import { fetchThrough, limitJson } from "@/lib/platform/egress/service";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";

export type Identity = {
  uid: string;
  /** Lower-case address; undefined unless verified by Firebase. */
  email: string | undefined;
  name: string | undefined;
};

// As in Firebase's own libraries.
const MAX_CLOCK_SKEW_SECONDS = 60;
// Maximum age of cached keys, after which a withdrawn key is no longer trusted, and minimum time between fetches for
// an unknown key. In milliseconds.
const KEYS = {
  cacheMaxAge: 3_600_000,
  cooldownDuration: 1000,
  timeoutDuration: 5000,
  [customFetch]: fetchThrough({
    allowPrivate: true,
    redirects: 0,
    largest: limitJson({ bytes: 256 * 1024 }),
  }),
};

export const refused = () => new AppError("unauthorized", "The Firebase token is invalid or has expired.");

/**
 * Verifies a Firebase ID token as described in https://firebase.google.com/docs/auth/admin/verify-id-tokens.
 * @throws AppError unauthorized; unavailable when Firebase is not configured or its keys can't be fetched
 */
export async function readIdToken(token: string): Promise<Identity> {
  const { FIREBASE_PROJECT_ID: project } = config();
  if (!project) throw new AppError("unavailable", "Signing in with Firebase is not configured here.");
  const checks = {
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    requiredClaims: ["exp", "iat", "sub", "auth_time"],
    clockTolerance: MAX_CLOCK_SKEW_SECONDS,
    currentDate: clock.getDateIn(0),
  };
  try {
    const payload = isFromEmulator(token)
      ? UnsecuredJWT.decode(token, checks).payload
      : (await jwtVerify(token, getVerificationKey, { ...checks, algorithms: ["RS256"] })).payload;
    return identityIn(payload, project);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused();
  }
}

// Accepts unsigned tokens of the emulator. Never in production, because anybody could forge them.
function isFromEmulator(token: string): boolean {
  if (!config().FIREBASE_AUTH_EMULATOR_HOST || process.env.NODE_ENV === "production") return false;
  return (decodeProtectedHeader(token).alg as string) === "none";
}

type KeyFor = ReturnType<typeof createRemoteJWKSet>;

const keys = createOnce(() => createRemoteJWKSet(new URL(config().FIREBASE_KEYS_URL), KEYS));

// Finds Google's key for a token. Throws unauthorized for an unknown key, and unavailable if the keys can't be fetched.
const getVerificationKey: (...given: Parameters<KeyFor>) => ReturnType<KeyFor> = async (header, token) => {
  if (!header?.kid) throw refused();
  try {
    return await keys()(header, token);
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) throw refused();
    log.warn({ err: error }, "Firebase's keys could not be read");
    throw new AppError("unavailable", "Firebase cannot be reached. Try again shortly.");
  }
};

const Claims = z.object({
  sub: z.string().regex(/^[^\p{C}]{1,128}$/u),
  // jose also accepts a list of audiences; Firebase writes one.
  aud: z.string(),
  iat: z.number().positive(),
  auth_time: z.number().positive(),
  email: Email.optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
});

function identityIn(payload: JWTPayload, project: string): Identity {
  const { sub, aud, iat, auth_time: signedInAt, email, email_verified, name } = Claims.parse(payload);
  const latest = clock.now() / 1000 + MAX_CLOCK_SKEW_SECONDS;
  if (aud !== project || iat > latest || signedInAt > latest) throw refused();
  return { uid: sub, email: email_verified && email, name };
}
