import { hkdfSync } from "node:crypto";
import { config } from "@/lib/platform/config";

/** Derived from AUTH_SECRET (HKDF, RFC 5869): a stolen database alone gives nothing away. */
export const keyFor = (purpose: string) =>
  Buffer.from(hkdfSync("sha256", config().authSecret, "", `parley ${purpose}`, 32));
