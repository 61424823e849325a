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

/** Seconds. */
export const lifetimes = {
  loginToken: 10 * 60,
  accessToken: 15 * 60,
  refreshToken: 30 * 86_400,
  /** Whatever its rotation, a session ends this long after sign-in. */
  session: 180 * 86_400,
  /** How long the immediate parent of a refresh token still works, for an answer that was lost. */
  refreshGrace: 10,
  /** Mailed links: to sign in, to set a new password, to make an account. */
  magic: 15 * 60,
  reset: 60 * 60,
  confirm: 24 * 3600,
};

/** The refresh token that replaces another one; nobody without the installation's secret can tell it. */
export const refreshTokenAfter = (token: string) =>
  createHmac("sha256", config().authSecret).update(`refresh ${token}`).digest("base64url");

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: above it, characters would not be equally likely.
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

/** `plt_`, 40 random base62 characters and their CRC-32 in base62, so that a typo is seen without the database. */
export function newApiToken(): string {
  const body = randomBase62(40);
  return `plt_${body}${checksum(body)}`;
}

export const isApiToken = (text: string): boolean => isWritten("plt_", text);

/** The access token of a program that somebody signed in to (OAuth), in the form of API tokens. @param body 40 letters and digits */
export const programToken = (body: string) => `plo_${body}${checksum(body)}`;

export const isProgramToken = (text: string): boolean => isWritten("plo_", text);

function isWritten(prefix: string, text: string): boolean {
  const [, given, body, sum] = /^(pl[to]_)([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return given === prefix && body !== undefined && sum === checksum(body);
}

const SignInMethod = z.enum(["password", "magic", "firebase"]);
export type SignInMethod = z.output<typeof SignInMethod>;
export type LoginClaims = { userId: number; method: SignInMethod; issuedAt: Date };

const key = () => new TextEncoder().encode(config().authSecret);

function signed(kind: Kind, claims: Record<string, unknown>, seconds: number) {
  // With its milliseconds: a token must not outlive a sign-out in the same second.
  const issuedAt = clock.now() / 1000;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: `parley-${kind}` })
    .setIssuer(ISSUER)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.floor(issuedAt) + seconds)
    .sign(key());
}

/** The last second that a Date knows. */
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
type Kind = keyof typeof CLAIMS;
type Claims<K extends Kind> = z.output<(typeof CLAIMS)[K]>;

/** Tokens whose signature was found right: checking one takes longer than most requests, and it stays right. */
const proven = new LRUCache<string, Claims<Kind>>({ max: 10_000 });

async function verified<K extends Kind>(kind: K, token: string): Promise<Claims<K> | undefined> {
  const known = proven.get(`${kind} ${token}`) as Claims<K> | undefined;
  if (known) return known.exp * 1000 > clock.now() ? known : undefined;
  try {
    if (decodeProtectedHeader(token).typ !== `parley-${kind}`) return undefined;
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ["HS256"],
      issuer: ISSUER,
      typ: `parley-${kind}`,
      requiredClaims: ["exp", "iat"],
      currentDate: clock.dateIn(0),
    });
    const claims = CLAIMS[kind].parse(payload) as Claims<K>;
    proven.set(`${kind} ${token}`, claims);
    return claims;
  } catch {
    return undefined;
  }
}

/** A token for one group, good for 15 minutes while its session lives. */
export const signAccessToken = (sessionId: string) =>
  signed("access", { sid: sessionId }, lifetimes.accessToken);

/** The session that an access token names, or undefined when it is not one of ours or has expired. */
export const readAccessToken = async (token: string): Promise<string | undefined> =>
  (await verified("access", token))?.sid;

/** A token that proves who somebody is, before they have chosen a group. */
export const signLoginToken = (userId: number, method: SignInMethod) =>
  signed("login", { sub: String(userId), method }, lifetimes.loginToken);

export async function readLoginToken(token: string): Promise<LoginClaims | undefined> {
  const claims = await verified("login", token);
  if (!claims) return undefined;
  const { sub: userId, method, iat } = claims;
  return { userId, method, issuedAt: new Date(Math.round(iat * 1000)) };
}
