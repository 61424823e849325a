import { tmpdir } from "node:os";
import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { config } from "@/lib/platform/config";
import { EgressError, type Fetch, fetchThrough, limitStream } from "@/lib/platform/egress/service";
import type { Headers } from "./headers";
import type { ServerRow } from "./queries";

export type Challenge = { resourceMetadataUrl?: string; scope?: string };

export type SignIn = {
  token: () => Promise<string | undefined>;
  renewed: (used: string) => Promise<string | undefined>;
};

export type Address = Pick<ServerRow, "transport" | "url"> & { headers: Headers; signIn?: SignIn };

/** Failures of the transport, recorded before the SDK wraps them. */
export type Way = { fault?: unknown; challenge?: Challenge; broken: AbortController };

const MB = 1024 * 1024;
// Limits of a response, or of the event stream that answers a call. A picture is a single long line. Lines are limited
// because the SDK takes 40 µs to validate a message. A tool that reports progress twice a second for ten minutes sends
// 1,200 messages of three lines.
const MAX_ANSWER = { bytes: 8 * MB, lineBytes: 8 * MB, lines: 10_000, values: 20_000 };

/**
 * Returns the `fetch` that the SDK uses.
 * @param timeoutMs null when only the request's signal limits it
 */
export const createFetch = (timeoutMs: number | null): Fetch =>
  fetchThrough({ timeout: timeoutMs, largest: limitStream(MAX_ANSWER) });

export const findCommand = (name: string) => config().MCP_COMMANDS.find((one) => one.name === name);

export function createTransport(address: Address, signal: AbortSignal, way: Way): Transport | undefined {
  if (address.transport === "command") {
    const found = findCommand(address.url);
    if (!found) return undefined;
    const { command, args, env } = found;
    // The command gets only variables such as PATH and HOME, because the environment of this process contains secrets.
    return new StdioClientTransport({
      command,
      args,
      env: { ...getDefaultEnvironment(), ...env },
      cwd: tmpdir(),
      stderr: "ignore",
    });
  }
  const fetch = fetchFor(address, signal, way);
  const requestInit = { headers: address.headers };
  if (address.transport === "sse")
    return new SSEClientTransport(new URL(address.url), { requestInit, fetch });
  return new StreamableHTTPClientTransport(new URL(address.url), {
    requestInit,
    fetch,
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
    },
  });
}

function fetchFor({ transport, signIn }: Address, signal: AbortSignal, way: Way): Fetch {
  const request = createFetch(null);
  return async (to, init = {}) => {
    try {
      const headers = new globalThis.Headers(init.headers);
      // Skips the standalone event stream, because server-initiated messages outside a call are not used.
      if (transport === "http" && init.method === "GET" && !headers.has("last-event-id"))
        return new Response(null, { status: 405 });
      const signals = [signal, ...(init.signal ? [init.signal] : [])];
      const given = { ...init, headers, signal: AbortSignal.any(signals) };
      const token = await signIn?.token();
      let answer = await request(to, withToken(given, token));
      const next = answer.status === 401 && token ? await signIn?.renewed(token) : undefined;
      if (next) answer = await request(to, withToken(given, next));
      if (answer.status === 401) way.challenge = challengeIn(answer);
      return watched(answer, way);
    } catch (error) {
      way.fault = error;
      throw error;
    }
  };
}

// Aborts a call whose response cannot be read, because the SDK would wait forever. Does not abort when a stream breaks
// off, because the SDK may resume it.
function watched(answer: Response, way: Way): Response {
  if (!answer.body) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        if (error instanceof EgressError && error.fault === "garbage") {
          way.fault = error;
          way.broken.abort();
        }
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

// A configured header takes precedence over the token.
function withToken(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new globalThis.Headers(init.headers);
  if (token && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

function challengeIn(answer: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { resourceMetadataUrl: resourceMetadataUrl?.href, scope };
}
