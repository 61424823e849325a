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

/** What a server says of the sign-in that it wants. */
export type Challenge = { resourceMetadataUrl?: string; scope?: string };

/** What shows a server who asks, where somebody has signed in. */
export type SignIn = {
  token: () => Promise<string | undefined>;
  /** Another token in place of one that the server does not take any more; undefined when there is none. */
  renewed: (used: string) => Promise<string | undefined>;
};

export type Address = Pick<ServerRow, "transport" | "url"> & { headers: Headers; signIn?: SignIn };

/** What is known of the way to a server before the SDK has made its own of it. */
export type Way = { fault?: unknown; challenge?: Challenge; broken: AbortController };

const MB = 1024 * 1024;
/**
 * Of one answer, or of the stream that a call is answered by. A picture is one long line. The SDK checks each value of a message,
 * and each message takes it 40 µs: a tool that tells of its progress twice a second for ten minutes has 1,200, of three lines each.
 */
const MAX_ANSWER = { bytes: 8 * MB, lineBytes: 8 * MB, lines: 10_000, values: 20_000 };

/** What the SDK asks with. @param timeoutMs null for as long as its signal says */
export const outside = (timeoutMs: number | null): Fetch =>
  fetchThrough({ timeout: timeoutMs, largest: limitStream(MAX_ANSWER) });

/** A command that the operator's configuration names; undefined when it names it no more. */
export const commandCalled = (name: string) => config().MCP_COMMANDS.find((one) => one.name === name);

/** The way to a server; undefined when there is none any more. */
export function transportTo(address: Address, signal: AbortSignal, way: Way): Transport | undefined {
  if (address.transport === "command") {
    const found = commandCalled(address.url);
    if (!found) return undefined;
    const { command, args, env } = found;
    // Of this process's own environment it gets the path and the home, and none of the secrets.
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
  const request = outside(null);
  return async (to, init = {}) => {
    try {
      const headers = new globalThis.Headers(init.headers);
      // A stream for what a server says unasked is not opened: nobody would listen.
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

/** Ends a call whose answer cannot be read to its end: the SDK would wait on. A connection that only breaks may be taken up again. */
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

/** A header that was entered comes before a sign-in. */
function withToken(init: RequestInit, token: string | undefined): RequestInit {
  const headers = new globalThis.Headers(init.headers);
  if (token && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

function challengeIn(answer: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { resourceMetadataUrl: resourceMetadataUrl?.href, scope };
}
