import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { config } from "@/lib/platform/config";

/** What is sealed; each has a key of its own. */
export type Purpose =
  | "provider keys"
  | "webhooks"
  | "tool headers"
  | "tool sign-ins"
  | "mails"
  | "invitations"
  | "uploads"
  | "devices";

/** Derived from AUTH_SECRET (HKDF, RFC 5869): a stolen database alone gives nothing away. */
const key = (purpose: Purpose) =>
  Buffer.from(hkdfSync("sha256", config().authSecret, "", `parley ${purpose}`, 32));

/** Encrypts with AES-256-GCM. */
export function seal(purpose: Purpose, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** The secret, or undefined when AUTH_SECRET has changed since it was sealed, or it never was. */
export function unseal(purpose: Purpose, stored: string): string | undefined {
  const bytes = Buffer.from(stored, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key(purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
