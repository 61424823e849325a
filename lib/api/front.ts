import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { config } from "@/lib/platform/config";
import { isSameSecret } from "@/lib/platform/crypto/secrets";
import { single } from "@/lib/platform/singleton";
import { callerAddress } from "./address";
import { isFromThisMachine } from "./this-machine";

/**
 * What this process tells Next's handlers of a request, since they see headers
 * and no connection. It stands beside a secret of the process: anybody may send
 * the header.
 */
const HEADER = "x-parley-front";
const secret = () => single("front-secret", () => randomBytes(32).toString("base64url"));

/** The address of the caller on a connection. */
export const addressOf = ({ headers, socket }: IncomingMessage): string =>
  callerAddress(
    [headers["x-forwarded-for"] ?? []].flat().join(","),
    socket.remoteAddress,
    config().TRUST_PROXY,
  );

function tell(request: IncomingMessage, place: "local" | "remote"): void {
  request.headers[HEADER] = [secret(), addressOf(request), place].join(" ");
}

/** Has the front (`scripts/serve.ts`) write it; whatever came from outside is gone. */
export const tellPages = (request: IncomingMessage): void =>
  tell(request, isFromThisMachine(request) ? "local" : "remote");

/**
 * Writes it where Next serves alone (development, Vercel): Next puts the
 * connection's address into X-Forwarded-For only when the caller has sent none,
 * and then nobody can tell which of them it was. Node announces a request before
 * its server hears of it. What runs in front there isn't ours, so nobody counts
 * as being at this machine.
 */
export function tellPagesOfNext(): void {
  single("front-of-next", () => {
    subscribe("http.server.request.start", (message) =>
      tell((message as { request: IncomingMessage }).request, "remote"),
    );
    return true;
  });
}

type Told = { get: (name: string) => string | null };

function told(headers: Told): { address: string; isLocal: boolean } | undefined {
  const [given = "", address = "", place] = (headers.get(HEADER) ?? "").split(" ");
  return isSameSecret(given, secret()) ? { address, isLocal: place === "local" } : undefined;
}

/**
 * The address of the caller of what Next answers: what this process wrote, else
 * what a trusted proxy did. Whoever came by neither counts as one caller.
 */
export const addressOfPage = (headers: Told): string =>
  told(headers)?.address ??
  callerAddress(headers.get("x-forwarded-for") ?? undefined, undefined, config().TRUST_PROXY);

/** Whether the front has seen the request come from this machine. Without that front none does. */
export const isMarkedLocal = (headers: Told): boolean => told(headers)?.isLocal === true;
