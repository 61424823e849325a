import { createHmac, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { decodeProtectedHeader, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { int, MAX_INTEGER } from "@/lib/api/fields";
import * as clock from "@/lib/platform/clock";
import { config } from "@/lib/platform/config";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ISSUER = "parley";

/** Lifetimes in seconds. */
export const lifetimes = {
  loginToken: 10 * 60,
  accessToken: 15 * 60,
  refreshToken: 30 * 86_400,
  session: 180 * 86_400,
  /** Grace period in which the immediate parent of a refresh token still works, in case the response was lost. */
  refreshGrace: 10,
  magic: 15 * 60,
  reset: 60 * 60,
  confirm: 24 * 3600,
};

export const refreshTokenAfter = (token: string) =>
  createHmac("sha256", config().authSecret).update(`refresh ${token}`).digest("base64url");

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte; larger values would bias the distribution.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += BASE62[byte % 62];
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/**
 * Returns `plt_`, 40 random base62 characters and their CRC-32 in base62, so that typos are detected without a query.
 */
export function generateApiToken(): string {
  const body = randomBase62(40);
  return `plt_${body}${checksum(body)}`;
}

export const isApiToken = (text: string): boolean => isWritten("plt_", text);

/**
 * Returns the access token of a connected app, in the format of API tokens.
 * @param body 40 letters and digits
 */
export const createAppToken = (body: string) => `plo_${body}${checksum(body)}`;

export const isProgramToken = (text: string): boolean => isWritten("plo_", text);

function isWritten(prefix: string, text: string): boolean {
  const [, given, body, sum] = /^(pl[to]_)([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return given === prefix && body !== undefined && sum === checksum(body);
}

const SignInMethod = z.enum(["password", "magic", "firebase"]);
export type SignInMethod = z.output<typeof SignInMethod>;
export type LoginClaims = { userId: number; method: SignInMethod; issuedAt: Date };

const key = () => new TextEncoder().encode(config().authSecret);

function signToken(kind: TokenKind, claims: Record<string, unknown>, seconds: number) {
  // Includes milliseconds, because a token must not survive a sign-out in the same second.
  const issuedAt = clock.now() / 1000;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: `parley-${kind}` })
    .setIssuer(ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.floor(issuedAt) + seconds)
    .sign(key());
}

const MAX_SECONDS = 8.64e12;
const CLAIMS = {
  access: z.object({ exp: z.number(), sid: z.guid() }),
  login: z.object({
    exp: z.number(),
    iat: z.number().min(0).max(MAX_SECONDS),
    sub: int(1, MAX_INTEGER),
    method: SignInMethod,
  }),
};
type TokenKind = keyof typeof CLAIMS;
type Claims<K extends TokenKind> = z.output<(typeof CLAIMS)[K]>;

// Cache of verified tokens: verifying a signature takes longer than most requests, and its result doesn't change.
const verifiedTokens = new LRUCache<string, Claims<TokenKind>>({ max: 10_000 });

async function verifyToken<K extends TokenKind>(kind: K, token: string): Promise<Claims<K> | undefined> {
  const known = verifiedTokens.get(`${kind} ${token}`) as Claims<K> | undefined;
  if (known) return known.exp * 1000 > clock.now() ? known : undefined;
  try {
    if (decodeProtectedHeader(token).typ !== `parley-${kind}`) return undefined;
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      typ: `parley-${kind}`,
      requiredClaims: ["exp", "iat"],
      currentDate: clock.getDateIn(0),
    });
    const claims = CLAIMS[kind].parse(payload) as Claims<K>;
    verifiedTokens.set(`${kind} ${token}`, claims);
    return claims;
  } catch {
    return undefined;
  }
}

/** Signs a token that is valid for 15 minutes while its session is active. */
export const signAccessToken = (sessionId: string) =>
  signToken("access", { sid: sessionId }, lifetimes.accessToken);

export const readAccessToken = async (token: string): Promise<string | undefined> =>
  (await verifyToken("access", token))?.sid;

export const signLoginToken = (userId: number, method: SignInMethod) =>
  signToken("login", { sub: String(userId), method }, lifetimes.loginToken);

export async function readLoginToken(token: string): Promise<LoginClaims | undefined> {
  const claims = await verifyToken("login", token);
  if (!claims) return undefined;
  const { sub: userId, method, iat } = claims;
  return { userId, method, issuedAt: new Date(Math.round(iat * 1000)) };
}
