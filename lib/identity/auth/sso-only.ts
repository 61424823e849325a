import { config } from "@/lib/platform/config";
import { forbidden } from "@/lib/platform/errors";

export const isSsoOnly = (): boolean => config().SIGN_IN === "sso";

/**
 * Returns true if the account may use a password, mailed links and Firebase. The owner of the installation may in any
 * case, to get in when the provider can't be reached.
 */
export const canBypassSso = ({ isInstallationOwner }: { isInstallationOwner: boolean }): boolean =>
  isInstallationOwner || !isSsoOnly();

/** @throws AppError forbidden */
export function requireSsoBypass(user: { isInstallationOwner: boolean }): void {
  if (!canBypassSso(user)) throw forbidden("People sign in with single sign-on here.");
}
