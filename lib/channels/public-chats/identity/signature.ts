import { createHmac } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { email } from "@/lib/identity/people/contract";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { forbidden } from "@/lib/platform/errors";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from "./contract";

export type Claims = { id?: string; name?: string; email?: string; hash?: string; token?: string };
export type SignedIdentity = { id: string; name: string | null; email: string | null };

// Tolerated difference between the clocks of the site and this server.
const MAX_CLOCK_SKEW_SECONDS = 60;

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}*$/u);
const Payload = z.object({
  sub: text(MAX_ID_LENGTH),
  name: text(MAX_NAME_LENGTH).overwrite(toPlainName).refine(hasVisibleCharacter).nullable().catch(null),
  email: email.nullable().catch(null),
});

/**
 * Verifies a hash or token and returns what it proves, or undefined when neither is given. A hash covers the id only,
 * so name and e-mail next to it remain unverified.
 * @param secret of the chat, undefined if it has none
 * @param chat UUID that a token must be issued for
 * @throws AppError forbidden for an invalid signature
 */
export async function verify(
  claims: Claims,
  secret: string | undefined,
  chat: string,
): Promise<SignedIdentity | undefined> {
  const { id, hash, token } = claims;
  if (hash === undefined && token === undefined) return undefined;
  if (secret === undefined) throw forbidden("This chat has no identity secret.");
  if (token !== undefined) {
    const signed = await readToken(token, secret, chat);
    if (id !== undefined && id !== signed.id) throw forbidden("The identity token is somebody else's.");
    return signed;
  }
  const expected = createHmac("sha256", secret).update(id!).digest("hex");
  if (!isSameSecret(hash!.toLowerCase(), expected)) throw forbidden("The identity hash doesn't fit.");
  return { id: id!, name: null, email: null };
}

async function readToken(token: string, secret: string, audience: string): Promise<SignedIdentity> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      audience,
      requiredClaims: ["sub", "exp"],
      clockTolerance: MAX_CLOCK_SKEW_SECONDS,
    });
    const { sub, name, email } = Payload.parse(payload);
    return { id: sub, name, email };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw forbidden("The identity token has expired.");
    if (error instanceof errors.JWTClaimValidationFailed)
      throw forbidden(`The identity token has the wrong ${error.claim}.`);
    throw forbidden("The identity token doesn't fit.");
  }
}
