import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "./keys";

export type Purpose =
  | "provider keys"
  | "webhooks"
  | "tool headers"
  | "tool sign-ins"
  | "connectors"
  | "mails"
  | "invitations"
  | "uploads"
  | "devices"
  | "visitor identities";

export function seal(purpose: Purpose, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Decrypts a sealed secret. Returns undefined when `stored` is not sealed or AUTH_SECRET has changed since. */
export function unseal(purpose: Purpose, stored: string): string | undefined {
  const bytes = Buffer.from(stored, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey(purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
