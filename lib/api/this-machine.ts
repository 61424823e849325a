import type { IncomingMessage } from "node:http";
import { isThisMachine } from "@/lib/platform/config/sign-up";

/** What proxies add. */
const PROXIED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/i;

/**
 * Whether a request was sent on this machine, to a name of this machine, with
 * no proxy in between and by no page of another site. Only a server that has
 * the socket can tell.
 */
export function isFromThisMachine({ socket, headers, httpVersion }: IncomingMessage): boolean {
  // nginx adds no header unless it is told to, but speaks 1.0.
  const isProxied = httpVersion === "1.0" || PROXIED.some((name) => name in headers);
  if (isProxied || !LOOPBACK.test(socket.remoteAddress ?? "")) return false;
  // A site whose name was made to lead here sends its own name.
  const host = hostOf(`http://${headers.host}`);
  if (!host || !isThisMachine(new URL(host).hostname)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === host;
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : undefined);
