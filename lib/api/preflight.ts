import type { ApiRequest } from "./request";

const HEADERS = [
  "Authorization",
  "Content-Type",
  "Accept",
  "Idempotency-Key",
  "X-Request-Id",
  "X-Session-Id",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "MCP-Session-Id",
  "X-Api-Key",
];
const OF_OTHERS =
  /^(x-stainless-[a-z-]{1,50}|openai-(organization|project|beta)|anthropic-(version|beta|dangerous-direct-browser-access))$/i;

export function buildPreflightHeaders({ headers }: ApiRequest): Record<string, string> {
  const asked = (headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
  return {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": [...HEADERS, ...asked.filter((name) => OF_OTHERS.test(name))].join(", "),
    "access-control-max-age": "86400",
    vary: "Access-Control-Request-Headers",
  };
}
