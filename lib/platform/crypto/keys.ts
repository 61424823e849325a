import { hkdfSync } from "node:crypto";
import { config } from "@/lib/platform/config";

/** Derives a key per purpose from AUTH_SECRET with HKDF (RFC 5869), so that a leaked database reveals no secrets. */
export const deriveKey = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", config().authSecret, "", `parley ${purpose}`, 32));
