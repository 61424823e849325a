import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

type Client = { client_id: string; client_secret: string; redirect_uris: string[] };
type Code = { client: string; redirect: string; challenge: string };

/**
 * MCP server that requires OAuth, with an authorization server that registers every client and approves immediately.
 * Authorization codes and refresh tokens are single-use.
 */
export async function startMcpOauthServer() {
  const clients = new Map<string, Client>();
  const codes = new Map<string, Code>();
  const access = new Set<string>();
  const refresh = new Set<string>();
  const seen: { headers: IncomingMessage["headers"]; path: string }[] = [];
  let base = "";
  let held: { path: string; arrived: () => void; until: Promise<void> } | undefined;

  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const tokens = () => {
    const [access_token, refresh_token] = [`at-${randomUUID()}`, `rt-${randomUUID()}`];
    access.add(access_token);
    refresh.add(refresh_token);
    return { access_token, refresh_token, token_type: "Bearer", expires_in: 3600 };
  };

  function token(form: URLSearchParams, response: ServerResponse) {
    const client = clients.get(form.get("client_id") ?? "");
    if (!client || client.client_secret !== form.get("client_secret"))
      return json(response, 401, { error: "invalid_client" });
    if (form.get("grant_type") === "refresh_token")
      return refresh.delete(form.get("refresh_token") ?? "")
        ? json(response, 200, tokens())
        : json(response, 400, { error: "invalid_grant" });
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits = code?.client === client.client_id && code.redirect === form.get("redirect_uri");
    if (!fits || code.challenge !== challenge || form.get("resource") !== `${base}/mcp`)
      return json(response, 400, { error: "invalid_grant" });
    return json(response, 200, tokens());
  }

  async function mcp(request: IncomingMessage, response: ServerResponse, body: string) {
    if (!access.has(request.headers.authorization?.replace("Bearer ", "") ?? "")) {
      const challenge = `Bearer resource_metadata="${base}/about/mcp", scope="notes"`;
      return response.writeHead(401, { "www-authenticate": challenge }).end();
    }
    const server = new Server({ name: "Notes", version: "1" }, { capabilities: { tools: {} } });
    const tool = {
      name: "read_note",
      inputSchema: { type: "object" as const },
      annotations: { readOnlyHint: true },
    };
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: "A note" }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, body === "" ? undefined : JSON.parse(body));
  }

  const http = createServer(async (request, response) => {
    const url = new URL(request.url!, base);
    seen.push({ headers: request.headers, path: url.pathname });
    let body = "";
    for await (const part of request) body += part;
    if (held?.path === url.pathname) {
      const { arrived, until } = held;
      held = undefined;
      arrived();
      await until;
    }
    switch (url.pathname) {
      case "/mcp":
        return mcp(request, response, body);
      case "/about/mcp":
        return json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] });
      case "/.well-known/oauth-authorization-server":
        return json(response, 200, {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["client_secret_post"],
        });
      case "/register": {
        const client = { ...JSON.parse(body), client_id: randomUUID(), client_secret: randomUUID() };
        clients.set(client.client_id, client);
        return json(response, 201, client);
      }
      case "/authorize": {
        const asked = (name: string) => url.searchParams.get(name) ?? "";
        const client = clients.get(asked("client_id"));
        const isKnown = client?.redirect_uris.includes(asked("redirect_uri"));
        if (!client || !isKnown || asked("code_challenge_method") !== "S256")
          return json(response, 400, { error: "invalid_request" });
        const code = randomUUID();
        const redirect = asked("redirect_uri");
        codes.set(code, { client: client.client_id, redirect, challenge: asked("code_challenge") });
        const to = new URL(redirect);
        to.searchParams.set("code", code);
        to.searchParams.set("state", asked("state"));
        return response.writeHead(302, { location: to.href }).end();
      }
      case "/token":
        return token(new URLSearchParams(body), response);
      default:
        return json(response, 404, {});
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    url: `${base}/mcp`,
    seen,
    /** Expires the access tokens. */
    expire: () => access.clear(),
    /** Revokes all tokens. */
    revoke: () => {
      access.clear();
      refresh.clear();
    },
    /** Holds the next request to `path` until `release` is called; `arrived` resolves when it is received. */
    hold: (path: string) => {
      const [arrived, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { path, arrived: arrived.resolve, until: until.promise };
      return { arrived: arrived.promise, release: until.resolve };
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
