import { createHmac } from "node:crypto";
import { createAppToken } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

/**
 * The tokens of a grant are derived from its random ID, a sequence number and the installation's secret. So a pair
 * can be returned again after a lost response, reuse is detected at any time, and stored data reveals no token.
 */

/** Lifetimes in seconds. */
export const lifetimes = {
  access: 60 * 60,
  grant: 90 * 86_400,
  /** Grace period in which the previous refresh token yields the same pair. */
  grace: 10,
};

const mac = (what: string, grantId: string, number: number) =>
  createHmac("sha256", config().authSecret).update(`program ${what} ${grantId} ${number}`);

export const createAccessToken = (grantId: string, number: number) =>
  createAppToken(mac("access", grantId, number).digest("hex").slice(0, 40));

export const createRefreshToken = (grantId: string, number: number) =>
  `plr_${grantId}_${number}_${mac("refresh", grantId, number).digest("base64url")}`;

export function readRefreshToken(text: string): { grantId: string; number: number } | undefined {
  const [, grantId, digits] = /^plr_([0-9a-f-]{36})_(\d{1,9})_[\w-]{43}$/.exec(text) ?? [];
  if (!grantId || !digits) return undefined;
  const number = Number(digits);
  return isSameSecret(text, createRefreshToken(grantId, number)) ? { grantId, number } : undefined;
}
