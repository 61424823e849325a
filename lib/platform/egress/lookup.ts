import { lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { config } from "@/lib/platform/config";
import { isAllowed } from "@/lib/platform/ip-address";
import { EgressError, toEgressError } from "./errors";

// Below the idle timeout of common servers (about 5 seconds), so that connections aren't reused while the server closes
// them.
export const IDLE_TIMEOUT_MS = 4000;
/** Idle connections per server: one for each concurrent reply. */
export const MAX_IDLE_SOCKETS = 512;

const REFUSED = "The address is in a private network, which this installation doesn't allow.";

/** Returns the host of a URL as sockets take it: IPv6 addresses have brackets in URLs only. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/**
 * Checks an IP address. Names are checked when they are resolved.
 * @throws EgressError forbidden
 */
export function requireAllowedAddress(host: string): void {
  if (isIP(host) && !isAllowed(host, host, config().ALLOW_PRIVATE_ADDRESSES))
    throw new EgressError("forbidden", REFUSED);
}

// Resolves a name and checks the addresses in the same lookup that the connection uses, so DNS rebinding can't
// bypass the check.
export const checkedLookup: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, "");
    const isRefused = found.some(
      ({ address }) => !isAllowed(host, address, config().ALLOW_PRIVATE_ADDRESSES),
    );
    if (isRefused || found.length === 0) return callback(new EgressError("forbidden", REFUSED), "");
    if (options.all) return callback(null, found);
    callback(null, found[0]!.address, found[0]!.family);
  });
};

/**
 * Resolves a host for protocols other than HTTP. Connect to the returned address, not to the name, which might
 * resolve differently the second time.
 * @throws EgressError when the host may not be connected to or can't be resolved
 */
export async function resolveAddress(host: string): Promise<string> {
  if (isIP(host)) {
    requireAllowedAddress(host);
    return host;
  }
  return new Promise((resolve, reject) =>
    checkedLookup(host, {}, (error, address) =>
      error ? reject(toEgressError(error)) : resolve(String(address)),
    ),
  );
}
