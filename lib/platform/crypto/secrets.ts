import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Compares without telling by the time it takes how much of it fits. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash(given), hash(expected));

/** Whether a header `Authorization` has this secret as its bearer token. */
export function isBearer(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ""] = /^Bearer (.{1,500})$/i.exec(authorization ?? "") ?? [];
  return isSameSecret(given, secret);
}

/** SHA-256, hexadecimal. Enough for random secrets: they have no dictionary. */
export const hashed = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** An opaque secret of 256 random bits. */
export const randomToken = () => randomBytes(32).toString("base64url");
