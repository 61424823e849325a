import { extractWWWAuthenticateParams } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CallToolResult, ErrorCode, McpError, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { EgressError, type Fetch, fetchThrough } from "@/lib/platform/egress/service";
import type { Headers } from "./headers";
import type { StoredMcpTool } from "./queries";

/** An MCP server could not be asked, or did not do it. `message` is a sentence for people. */
export class McpFailure extends Error {
  /** The server wants to know who asks. */
  challenge?: Challenge;
}

/** What a server says of the sign-in that it wants. */
export type Challenge = { resourceMetadataUrl?: string; scope?: string };

/** What shows a server who asks, where somebody has signed in. */
export type SignIn = {
  token: () => Promise<string | undefined>;
  /** Another token in place of one that the server does not take any more; undefined when there is none. */
  renewed: (used: string) => Promise<string | undefined>;
};

export type Address = { url: string; headers: Headers; signIn?: SignIn };

/** How long a server has to tell its tools, and to do what a tool does. In ms. */
const LISTING = 20_000;
const CALLING = 60_000;
/** Bytes of one answer. */
const LARGEST = 8 * 1024 * 1024;

const MOST_TOOLS = 200;
const LONGEST_DESCRIPTION = 4000;
const LARGEST_SCHEMA = 50_000;

/** The tools of a server. @throws McpFailure, or the reason of `signal` */
export const listTools = (address: Address, signal: AbortSignal): Promise<StoredMcpTool[]> =>
  connected(address, LISTING, signal, async (client, options) => {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools({ cursor }, options);
      tools.push(...page.tools);
      cursor = page.nextCursor === cursor ? undefined : page.nextCursor;
    } while (cursor !== undefined && tools.length < MOST_TOOLS);
    return tools.slice(0, MOST_TOOLS).flatMap((tool) => stored(tool) ?? []);
  });

/** Has a server do something. @throws McpFailure, or the reason of `signal` */
export const callTool = (
  address: Address,
  name: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<CallToolResult> =>
  connected(
    address,
    CALLING,
    signal,
    async (client, options) =>
      (await client.callTool({ name, arguments: input }, undefined, options)) as CallToolResult,
  );

type Options = { signal: AbortSignal; timeout: number };

async function connected<T>(
  { url, headers, signIn }: Address,
  most: number,
  stopping: AbortSignal,
  ask: (client: Client, options: Options) => Promise<T>,
): Promise<T> {
  stopping.throwIfAborted();
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(most)]);
  const options = { signal, timeout: most };
  const client = new Client({ name: "Parley", version: "1.0.0" });
  // What went wrong on the way is known here before the SDK has made its own of it.
  let fault: unknown;
  const request = outside(most);
  let challenge: Challenge | undefined;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: async (to, init) => {
      try {
        // A stream for what a server says unasked is not opened: nobody would listen.
        if (init?.method === "GET" && !new globalThis.Headers(init.headers).has("last-event-id"))
          return new Response(null, { status: 405 });
        const token = await signIn?.token();
        let answer = await request(to, withToken(init, token));
        const next = answer.status === 401 && token ? await signIn?.renewed(token) : undefined;
        if (next) answer = await request(to, withToken(init, next));
        if (answer.status === 401) challenge = challengeIn(answer);
        return answer;
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    reconnectionOptions: {
      maxRetries: 2,
      initialReconnectionDelay: 500,
      maxReconnectionDelay: 5000,
      reconnectionDelayGrowFactor: 2,
    },
  });
  try {
    await client.connect(transport, options);
    return await ask(client, options);
  } catch (error) {
    stopping.throwIfAborted();
    const failed = failure(fault ?? error, signal.aborted);
    failed.challenge = challenge;
    throw failed;
  } finally {
    void transport
      .terminateSession()
      .catch(() => {})
      .finally(() => client.close());
  }
}

/** A header that was entered comes before a sign-in. */
function withToken(init: RequestInit = {}, token: string | undefined): RequestInit {
  const headers = new globalThis.Headers(init.headers);
  if (token && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
  return { ...init, headers };
}

function challengeIn(answer: Response): Challenge {
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return { resourceMetadataUrl: resourceMetadataUrl?.href, scope };
}

/** What the SDK asks with. @param most How long it may take, in ms */
export const outside = (most: number): Fetch => fetchThrough({ timeout: most, largest: LARGEST });

/** Why a server does nothing to which nobody is signed in (any more). */
export const SIGN_IN = "The server requires an owner or admin of the group to sign in: Settings → Tools.";
const NO_MCP = "The server at this address does not speak MCP over HTTP.";

function failure(error: unknown, isLate: boolean): McpFailure {
  if (error instanceof EgressError) return new McpFailure(error.message, { cause: error });
  const say = (message: string) => new McpFailure(message, { cause: error });
  if (isLate) return say("The server took too long to answer.");
  if (error instanceof McpError) {
    if (error.code === ErrorCode.RequestTimeout) return say("The server took too long to answer.");
    if (error.code === ErrorCode.ConnectionClosed) return say("The server closed the connection.");
    return say(`The server says: ${clean(error.message, 300)}`);
  }
  if (!(error instanceof StreamableHTTPError)) return say(NO_MCP);
  const status = error.code ?? 0;
  if (status === 401 || status === 403)
    return say(`The server does not let us in (${status}): check the headers.`);
  if (status === 404 || status === 405) return say(`There is no MCP server at this address (${status}).`);
  return say(status >= 400 ? `The server answered with an error (${status}).` : NO_MCP);
}

/** Text of a server as it can be stored and shown. */
export const clean = (text: string, most: number): string =>
  text.slice(0, most).replaceAll("\0", "").toWellFormed();

function stored({ name, title, description, inputSchema, annotations }: Tool): StoredMcpTool | undefined {
  const schema = JSON.stringify(inputSchema).replaceAll("\\u0000", "").toWellFormed();
  if (name.length === 0 || name.length > 200 || schema.length > LARGEST_SCHEMA) return undefined;
  const { $schema: _, ...parameters } = JSON.parse(schema) as Record<string, unknown>;
  return {
    name: clean(name, 200),
    title: clean(title ?? annotations?.title ?? "", 200) || null,
    description: clean(description ?? "", LONGEST_DESCRIPTION),
    parameters,
    is_read_only: annotations?.readOnlyHint === true,
  };
}
