import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Compares in constant time. */
export const isSameSecret = (text: string, expected: string): boolean =>
  timingSafeEqual(hash(text), hash(expected));

export function isBearer(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ""] = /^Bearer (.{1,500})$/i.exec(authorization ?? "") ?? [];
  return isSameSecret(given, secret);
}

/** Returns the hexadecimal SHA-256. A fast hash suffices, because random secrets can't be guessed from a dictionary. */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

export const generateToken = () => randomBytes(32).toString("base64url");
