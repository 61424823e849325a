import type { IncomingMessage } from "node:http";
import { isThisMachine } from "@/lib/platform/config/sign-up";

const PROXIED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/i;

/**
 * Returns true for requests sent on this machine, to one of its names, without a proxy and not by another site's
 * page. Requires the socket.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  // nginx adds no header by default, but uses HTTP/1.0.
  const isProxied = httpVersion === "1.0" || PROXIED.some((name) => name in headers);
  if (isProxied || !LOOPBACK.test(socket.remoteAddress ?? "")) return false;
  // DNS rebinding: a site whose name resolves to this machine sends its own name as the host.
  const host = parseOrigin(`http://${headers.host}`);
  if (!host || !isThisMachine(new URL(host).hostname)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === host;
}

const parseOrigin = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined);
