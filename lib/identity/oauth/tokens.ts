import { createHmac } from "node:crypto";
import { programToken } from "@/lib/identity/auth/service";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";

/**
 * The tokens of a grant, by their number. They follow from its random id and
 * the installation's secret, so the same pair can be given again when an answer
 * was lost, a used one is known as such for ever, and nothing stored gives one away.
 */

/** Seconds. */
export const lifetimes = {
  access: 60 * 60,
  /** Since a grant was last renewed. */
  grant: 90 * 86_400,
  /** How long a refresh token that was just replaced still gives the same pair. */
  grace: 10,
};

const mac = (what: string, grantId: string, number: number) =>
  createHmac("sha256", config().authSecret).update(`program ${what} ${grantId} ${number}`);

export const accessTokenOf = (grantId: string, number: number) =>
  programToken(mac("access", grantId, number).digest("hex").slice(0, 40));

export const refreshTokenOf = (grantId: string, number: number) =>
  `plr_${grantId}_${number}_${mac("refresh", grantId, number).digest("base64url")}`;

/** The grant and the number of a refresh token of ours, whether or not it still works. */
export function readRefreshToken(text: string): { grantId: string; number: number } | undefined {
  const [, grantId, digits] = /^plr_([0-9a-f-]{36})_(\d{1,9})_[\w-]{43}$/.exec(text) ?? [];
  if (!grantId || !digits) return undefined;
  const number = Number(digits);
  return isSameSecret(text, refreshTokenOf(grantId, number)) ? { grantId, number } : undefined;
}
