import { createHash, timingSafeEqual } from "node:crypto";

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Compares without telling by the time it takes how much of it fits. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hash(given), hash(expected));

/** Whether a header `Authorization` has this secret as its bearer token. */
export function isBearer(authorization: string | null | undefined, secret: string): boolean {
  const [, given = ""] = /^Bearer (.{1,500})$/i.exec(authorization ?? "") ?? [];
  return isSameSecret(given, secret);
}
