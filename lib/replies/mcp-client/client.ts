import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SseError } from "@modelcontextprotocol/sdk/client/sse.js";
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  CallToolResultSchema,
  ElicitRequestSchema,
  ErrorCode,
  type GetPromptResult,
  McpError,
  type Progress,
  type ReadResourceResult,
} from "@modelcontextprotocol/sdk/types.js";
import { EgressError } from "@/lib/platform/egress/service";
import { Deadline } from "./deadline";
import { type ElicitationAnswer, type Form, parseForm } from "./elicitation";
import { clean, fetchOffers, type Offers } from "./server-offers";
import { type Address, type Challenge, createTransport, type Way } from "./transports";

export { clean } from "./server-offers";
export type { Address } from "./transports";

/** Thrown when an MCP server is unreachable or a request to it fails. `message` is meant for users. */
export class McpFailure extends Error {
  challenge?: Challenge;
}

export type During = {
  tell?: (progress: string) => void;
  /** Answers an elicitation, until `signal` aborts. Absent when nobody can be asked. */
  ask?: (form: Form, signal: AbortSignal) => Promise<ElicitationAnswer>;
};

// Timeouts in milliseconds. A call ends after `most` without a progress notification, and after `total` in any case.
const LISTING_TIMEOUT_MS = 20_000;
const CALLING = { most: 60_000, total: 600_000 };
// Disables the SDK's own timeout, because `Deadline` excludes the time people take to answer.
const SDK_TIMEOUT_MS = 2_000_000_000;
const MAX_ELICITATIONS = 5;
// Maximum number of requests from a server per call, because each one makes us send a response.
const MAX_SERVER_REQUESTS = 100;

export const listOffers = (address: Address, signal: AbortSignal): Promise<Offers> =>
  withClient(address, new Deadline(LISTING_TIMEOUT_MS), signal, {}, fetchOffers);

export const callTool = (
  address: Address,
  name: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
  during: During,
): Promise<CallToolResult> => {
  const deadline = new Deadline(CALLING.most, CALLING.total);
  const onprogress = (progress: Progress) => {
    deadline.extend();
    during.tell?.(progressText(progress));
  };
  return withClient(address, deadline, signal, during, (client, options) =>
    client.request({ method: "tools/call", params: { name, arguments: input } }, CallToolResultSchema, {
      ...options,
      onprogress,
    }),
  );
};

export const readResource = (
  address: Address,
  uri: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> =>
  withClient(address, new Deadline(CALLING.most), signal, {}, (client, options) =>
    client.readResource({ uri }, options),
  );

export const getPrompt = (
  address: Address,
  name: string,
  values: Record<string, string>,
  signal: AbortSignal,
): Promise<GetPromptResult> =>
  withClient(address, new Deadline(CALLING.most), signal, {}, (client, options) =>
    client.getPrompt({ name, arguments: values }, options),
  );

function progressText({ progress, total, message = "" }: Progress): string {
  const done =
    total && total > 0 ? `${Math.min(100, Math.round((progress / total) * 100))} %` : String(progress);
  return [done, clean(message, 200)].filter(Boolean).join(" · ");
}

async function withClient<T>(
  address: Address,
  deadline: Deadline,
  stopping: AbortSignal,
  { ask }: During,
  work: (client: Client, options: RequestOptions) => Promise<T>,
): Promise<T> {
  stopping.throwIfAborted();
  const way: Way = { broken: new AbortController() };
  const signal = AbortSignal.any([stopping, deadline.signal, way.broken.signal]);
  const options = { signal, timeout: SDK_TIMEOUT_MS };
  const transport = createTransport(address, signal, way);
  if (!transport) throw new McpFailure("This command is no longer allowed by MCP_COMMANDS.");
  limitRequests(transport, way);
  const asking = new Set<Promise<unknown>>();
  const client = clientFor(
    deadline,
    asking,
    ask && ((form, over) => ask(form, AbortSignal.any([signal, over]))),
  );
  try {
    await client.connect(transport, options);
    return await work(client, options);
  } catch (error) {
    stopping.throwIfAborted();
    const failed = failure(way.fault ?? error, deadline.signal.aborted, address);
    failed.challenge = way.challenge;
    throw failed;
  } finally {
    deadline.end();
    // Closes open elicitations before the failure is reported.
    if (signal.aborted) await Promise.allSettled(asking);
    const over =
      transport instanceof StreamableHTTPClientTransport ? transport.terminateSession() : Promise.resolve();
    void over.catch(() => {}).finally(() => client.close().catch(() => {}));
  }
}

function limitRequests(transport: Transport, way: Way): void {
  let requests = 0;
  // The SDK calls this before its own handler.
  transport.onmessage = (message) => {
    if (!("method" in message && "id" in message) || ++requests <= MAX_SERVER_REQUESTS) return;
    way.fault = new EgressError(
      "garbage",
      `The server made more than ${MAX_SERVER_REQUESTS} requests during one call.`,
    );
    way.broken.abort();
  };
}

function clientFor(deadline: Deadline, asking: Set<Promise<unknown>>, ask: During["ask"]): Client {
  // Declared even when nobody can be asked: servers hide tools that need elicitation from clients without it.
  const client = new Client(
    { name: "Parley", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } } },
  );
  let asked = 0;
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, extra) => {
    const form = parseForm(params);
    if (!form || !ask || ++asked > MAX_ELICITATIONS) return { action: "cancel" as const };
    const answer = deadline.without(() => ask(form, extra.signal));
    asking.add(answer);
    return answer.finally(() => asking.delete(answer));
  });
  client.fallbackRequestHandler = async ({ method }) => {
    throw new McpError(
      ErrorCode.MethodNotFound,
      method === "sampling/createMessage"
        ? "Parley lets no server use its models: sampling is refused."
        : `Parley does not do ${clean(method, 100)}.`,
    );
  };
  return client;
}

export const SIGN_IN = "The server requires an owner or admin of the group to sign in: Settings → Tools.";
const NO_MCP = "The server at this address does not speak MCP over HTTP.";

function failure(error: unknown, isLate: boolean, { transport }: Address): McpFailure {
  if (error instanceof EgressError) return new McpFailure(error.message, { cause: error });
  const say = (message: string) => new McpFailure(message, { cause: error });
  if (isLate) return say("The server took too long to answer.");
  if (error instanceof McpError) {
    if (error.code === ErrorCode.RequestTimeout) return say("The server took too long to answer.");
    if (error.code === ErrorCode.ConnectionClosed) return say("The server closed the connection.");
    return say(`The server says: ${clean(error.message, 300)}`);
  }
  if (transport === "command") return say("The command could not be started, or didn't speak MCP.");
  if (!(error instanceof StreamableHTTPError || error instanceof SseError)) return say(NO_MCP);
  const status = error.code ?? 0;
  if (status === 401 || status === 403)
    return say(`The server denied access (${status}): check the headers.`);
  if (status === 404 || status === 405) return say(`There is no MCP server at this address (${status}).`);
  return say(status >= 400 ? `The server answered with an error (${status}).` : NO_MCP);
}
