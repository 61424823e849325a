import { createHmac } from "node:crypto";
import { keyFor } from "./keys";
import { isSameSecret } from "./secrets";

/** What links lead to; each has a key of its own. */
type Target = "shares";

const BYTES = 16;

/**
 * The token of a link to what has this UUID: the UUID and 128 bits that only this server can add to it. The database
 * keeps no secret, and the link can be shown again. It is void when AUTH_SECRET changes.
 */
export function linkToken(target: Target, uuid: string): string {
  const id = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const mac = createHmac("sha256", keyFor(`link to ${target}`))
    .update(id)
    .digest();
  return Buffer.concat([id, mac.subarray(0, BYTES)]).toString("base64url");
}

/** The UUID that a token leads to; undefined when this server has not made the token. */
export function linkedId(target: Target, token: string): string | undefined {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  const id = Buffer.from(token, "base64url").toString("hex", 0, BYTES);
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isSameSecret(token, linkToken(target, uuid)) ? uuid : undefined;
}
