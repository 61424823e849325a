import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { createOnce } from "@/lib/platform/once";
import { resolveCallerAddress } from "./address";
import { isFromThisMachine } from "./local-caller";

// Header that carries the caller's address to Next.js's handlers, which see headers but no connection. It contains a
// secret of the process, so that callers can't forge it.
const HEADER = "x-parley-front";
const secret = createOnce(() => randomBytes(32).toString("base64url"));

export const getCallerAddress = ({ headers, socket }: IncomingMessage): string =>
  resolveCallerAddress(
    [headers["x-forwarded-for"] ?? []].flat().join(","),
    socket.remoteAddress,
    config().TRUST_PROXY,
  );

function tell(request: IncomingMessage, place: "local" | "remote"): void {
  request.headers[HEADER] = [secret(), getCallerAddress(request), place].join(" ");
}

/** Sets the header in our HTTP server (`scripts/serve.ts`), overwriting any value sent by the caller. */
export const setFrontHeader = (request: IncomingMessage): void =>
  tell(request, isFromThisMachine(request) ? "local" : "remote");

/**
 * Sets the header where Next.js serves directly (development, Vercel). Next.js adds the connection's address to
 * X-Forwarded-For only when the caller sent none, so the entries can't be told apart later. The diagnostics channel
 * runs before Next.js's listener. An unknown proxy may be in front, so no caller counts as local.
 */
export const setFrontHeaderInNext = (): void =>
  subscribe("http.server.request.start", (message) =>
    tell((message as { request: IncomingMessage }).request, "remote"),
  );

type HeaderReader = { get: (name: string) => string | null };

function parseFrontHeader(headers: HeaderReader): { address: string; isLocal: boolean } | undefined {
  const [given = "", address = "", place] = (headers.get(HEADER) ?? "").split(" ");
  return isSameSecret(given, secret()) ? { address, isLocal: place === "local" } : undefined;
}

/**
 * Returns the caller's address of a request to Next.js: from our header, else from a trusted proxy. Callers without
 * either share one address for rate limits.
 */
export const getPageCallerAddress = (headers: HeaderReader): string =>
  parseFrontHeader(headers)?.address ??
  resolveCallerAddress(headers.get("x-forwarded-for") ?? undefined, undefined, config().TRUST_PROXY);

export const isMarkedLocal = (headers: HeaderReader): boolean => parseFrontHeader(headers)?.isLocal === true;
