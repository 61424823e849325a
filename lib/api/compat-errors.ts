import { buildMetadataUrl } from "@/lib/platform/protected-resource";
import type { Problem } from "./problem";
import type { Route } from "./routes";

/** Converts errors to the formats of compatible APIs, because their clients parse no other format. */

type Body = { message?: string; detail?: { loc: unknown[]; msg: string }[] };

function parseProblem(body: unknown) {
  const { message, detail } = body as Body;
  const fault = detail?.[0];
  if (!fault) return { message, param: null };
  const param = fault.loc.slice(1).join(".");
  return { message: `${param}: ${fault.msg}`, param };
}

const getStatus = ({ status }: Problem) => (status === 422 ? 400 : status);

/** @param isAddress true when the path itself doesn't exist */
export function toOpenAiError(own: Problem, isAddress = false): Problem {
  const [type, code] = (isAddress ? unknownAddress : openAiTypes[own.status]) ?? [
    own.status >= 500 ? "server_error" : "invalid_request_error",
  ];
  const { message, param } = parseProblem(own.body);
  const error = { message, type, param, code: own.code ?? code ?? null };
  return { status: getStatus(own), headers: own.headers, body: { error } };
}
const unknownAddress: [type: string, code: string] = ["invalid_request_error", "unknown_url"];
const openAiTypes: Record<number, [type: string, code?: string]> = {
  401: ["invalid_request_error", "invalid_api_key"],
  403: ["permission_error"],
  404: ["invalid_request_error"],
  429: ["rate_limit_error", "rate_limit_exceeded"],
};

/** @param requestId omitted for errors within a stream, because the stream's headers already contain it */
export function toAnthropicError(own: Problem, requestId?: string): Problem {
  const type = anthropicTypes[own.status] ?? (own.status >= 500 ? "api_error" : "invalid_request_error");
  const details = own.code === NO_THREADS && { details: { error_code: NO_THREADS, unsupported: ["thread"] } };
  const error = { type, message: parseProblem(own.body).message, ...details };
  if (requestId === undefined) return { ...own, status: getStatus(own), body: { type: "error", error } };
  const headers = { ...own.headers, "request-id": requestId };
  return { status: getStatus(own), headers, body: { type: "error", error, request_id: requestId } };
}
// Error code after which Anthropic's SDKs stop sending `thread`.
const NO_THREADS = "thread_unsupported_request";
const anthropicTypes: Record<number, string> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
};

// Converts an error to OAuth's format (RFC 6749, section 5.2).
function toOAuthError(own: Problem): Problem {
  const { status, code } = own;
  const error = code ?? (status >= 500 ? "server_error" : status === 429 ? "slow_down" : "invalid_request");
  const body = { error, error_description: parseProblem(own.body).message };
  return { status: getStatus(own), headers: own.headers, body };
}

// Adds `WWW-Authenticate` with the resource metadata URL (RFC 9728).
function withSignIn(own: Problem, path: string): Problem {
  if (own.status !== 401) return own;
  const at = `Bearer realm="parley", resource_metadata="${buildMetadataUrl(path)}"`;
  return { ...own, headers: { ...own.headers, "www-authenticate": at } };
}

// Converts an error to JSON-RPC 2.0 (section 5.1). MCP clients show or log a message only in this format.
function toMcpError(own: Problem): Problem {
  const code = jsonRpcCodes[own.status] ?? (own.status >= 500 ? -32603 : -32000);
  const body = { jsonrpc: "2.0", error: { code, message: parseProblem(own.body).message }, id: null };
  return { status: getStatus(own), headers: own.headers, body };
}
const jsonRpcCodes: Record<number, number> = { 400: -32700, 422: -32600 };

const getFirstSegment = (path: string) => path.split("/")[1];

/** Returns a path's error format. Unknown paths below a compatible API's first segment get that API's format too. */
export function createErrorFormats(
  routes: Route[],
): (path: string, route: Route | undefined, requestId: string) => (own: Problem) => Problem {
  const openAi = new Set<string | undefined>();
  const anthropic = new Set<string | undefined>();
  const mcp = new Set<string | undefined>();
  for (const { operation } of routes) {
    if (operation.speaks === "openai") openAi.add(getFirstSegment(operation.path));
    if (operation.speaks === "anthropic") anthropic.add(getFirstSegment(operation.path));
    if (operation.speaks === "mcp") mcp.add(getFirstSegment(operation.path));
  }
  return (path, route, requestId) => (own) => {
    if (openAi.has(getFirstSegment(path))) return toOpenAiError(own, !route);
    if (anthropic.has(getFirstSegment(path))) return toAnthropicError(own, requestId);
    if (route?.operation.speaks === "oauth") return toOAuthError(own);
    if (mcp.has(getFirstSegment(path))) return toMcpError(withSignIn(own, route?.operation.path ?? path));
    return own;
  };
}
