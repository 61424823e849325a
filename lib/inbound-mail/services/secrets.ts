import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/errors";

export const hmac = (key: string, data: string | Buffer) =>
  createHmac("sha256", key).update(data).digest("hex");

/** Compares without telling by the time it takes how much of it fits. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const untrusted = () => new AppError("unauthorized", "The signature or the secret is wrong.");
export const malformed = () => new AppError("bad_request", "This is no mail of that service.");
