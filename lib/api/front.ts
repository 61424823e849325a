import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { single } from "@/lib/platform/singleton";
import { callerAddress } from "./address";
import { isFromThisMachine } from "./this-machine";

/**
 * What the front of this process (`scripts/server.ts`) tells Next's handlers of a
 * request, since they see headers and no connection. It stands beside a secret
 * of the process: anybody may send the header.
 */
const HEADER = "x-parley-front";
const secret = () => single("front-secret", () => randomBytes(32).toString("base64url"));

/** Writes it; whatever came from outside is gone. */
export function tellPages(request: IncomingMessage, address: string): void {
  const place = isFromThisMachine(request) ? "local" : "remote";
  request.headers[HEADER] = [secret(), address, place].join(" ");
}

type Told = { get: (name: string) => string | null };

function told(headers: Told): { address: string; isLocal: boolean } | undefined {
  const [given = "", address = "", place] = (headers.get(HEADER) ?? "").split(" ");
  return isSameSecret(given, secret()) ? { address, isLocal: place === "local" } : undefined;
}

/**
 * The address of the caller of a page: what the front wrote, else what a
 * trusted proxy did. Where Next serves alone and no proxy is trusted, all
 * callers count as one.
 */
export const addressOfPage = (headers: Told): string =>
  told(headers)?.address ??
  callerAddress(headers.get("x-forwarded-for") ?? undefined, undefined, config().TRUST_PROXY);

/** Whether the front has seen the request come from this machine. Without that front (Vercel, development) none does. */
export const isMarkedLocal = (headers: Told): boolean => told(headers)?.isLocal === true;
