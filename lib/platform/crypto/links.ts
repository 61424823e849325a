import { createHmac } from "node:crypto";
import { deriveKey } from "./keys";
import { isSameSecret } from "./secrets";

type Target = "shares";

const BYTES = 16;

/**
 * Returns the token of a link to the item with this UUID: the UUID and a 128-bit MAC. Nothing is stored, and the same
 * link can be shown again. Changing AUTH_SECRET invalidates all links.
 */
export function createLinkToken(target: Target, uuid: string): string {
  const id = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const mac = createHmac("sha256", deriveKey(`link to ${target}`))
    .update(id)
    .digest();
  return Buffer.concat([id, mac.subarray(0, BYTES)]).toString("base64url");
}

export function verifyLinkToken(target: Target, token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const id = Buffer.from(token, "base64url").toString("hex", 0, BYTES);
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSameSecret(token, createLinkToken(target, uuid)) ? uuid : undefined;
}
