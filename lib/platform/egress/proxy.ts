import http, { type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import tls from "node:tls";
import { createTooSlowError, EgressError } from "./errors";
import { checkedLookup, requireAllowedAddress, resolveAddress, withoutBrackets } from "./lookup";

/** An HTTP proxy. Its URL may contain a user name and a password. */
export type HttpProxy = {
  url: string;
  /** Permits a private address of the proxy, not of the servers behind it. */
  allowPrivate: boolean;
};

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection to a server through a proxy (CONNECT, RFC 9110 section 9.3.6), encrypted for https. Connections
 * aren't kept. A server in a private network is refused as far as its name can be resolved here: in networks with a
 * proxy it often can't.
 * @param mayBePrivate permits a private address of the server
 * @throws EgressError; the reason of `signal`
 */
export async function openTunnel(
  proxy: HttpProxy,
  server: URL,
  mayBePrivate: boolean,
  signal: AbortSignal | undefined,
): Promise<Socket> {
  if (!mayBePrivate)
    await resolveAddress(withoutBrackets(server.hostname)).catch((error: unknown) => {
      if (error instanceof EgressError && error.fault === "forbidden") throw error;
    });
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  let socket: Socket | undefined;
  try {
    socket = await connect(proxy, server, ended);
    return server.protocol === "https:"
      ? await encrypt(socket, withoutBrackets(server.hostname), ended)
      : socket;
  } catch (error) {
    socket?.destroy();
    signal?.throwIfAborted();
    throw late.aborted ? createTooSlowError(error) : error;
  }
}

// Node limits the size of the proxy's answer to 16 KB.
function connect({ url, allowPrivate }: HttpProxy, server: URL, signal: AbortSignal): Promise<Socket> {
  const { hostname, port, username, password } = new URL(url);
  if (!allowPrivate) requireAllowedAddress(withoutBrackets(hostname));
  const target = `${server.hostname}:${server.port || (server.protocol === "https:" ? 443 : 80)}`;
  const credentials = `${decode(username)}:${decode(password)}`;
  return new Promise((resolve, reject) => {
    const request = http.request({
      method: "CONNECT",
      host: withoutBrackets(hostname),
      port: port || 80,
      path: target,
      agent: false,
      lookup: allowPrivate ? undefined : checkedLookup,
      signal,
      headers: {
        host: target,
        ...(username && { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` }),
      },
    });
    request.on("connect", ({ statusCode }: IncomingMessage, socket: Socket, head: Buffer) => {
      if (statusCode === 200 && head.length === 0) return resolve(socket);
      socket.destroy();
      reject(refusal(statusCode));
    });
    request.on("error", reject);
    request.end();
  });
}

function refusal(status: number | undefined): EgressError {
  const text =
    status === 407
      ? "The proxy refused its user name or password."
      : `The proxy refused the connection (status ${status}).`;
  return new EgressError("proxy", text);
}

function encrypt(socket: Socket, servername: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = tls.connect({ socket, servername });
    const stop = () => secured.destroy(createTooSlowError());
    signal.addEventListener("abort", stop, { once: true });
    secured.once("secureConnect", () => {
      signal.removeEventListener("abort", stop);
      secured.off("error", reject);
      resolve(secured);
    });
    secured.once("error", reject);
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
