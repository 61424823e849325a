import { z } from "zod";
import { get, json, jsonLimits, operation } from "@/lib/api/contract";
import { id, jsonId, name, page, pageSize, SuccessMessage, timestamp } from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { chatParams } from "@/lib/chat/chats/contract";
import { endpoints } from "./operations";

const McpTool = z
  .object({
    name: z.string(),
    title: z.string().nullable(),
    description: z.string(),
    is_read_only: z
      .boolean()
      .describe("The server declares this tool read-only, so assistants use it without asking first."),
    is_enabled: z.boolean(),
  })
  .meta({ id: "McpTool" });
const McpTransport = z
  .enum(["http", "sse", "command"])
  .describe(
    "`http`: streamable HTTP. `sse`: the transport before it. `command`: a local program that the operator's configuration names (`MCP_COMMANDS`).",
  );
export const McpServer = z
  .object({
    id: z.int(),
    name: z.string(),
    transport: McpTransport,
    url: z.string().describe("Its address, or the name of its command."),
    header_names: z.array(z.string()).describe("What they hold is never shown."),
    is_enabled: z.boolean(),
    sign_in: z
      .enum(["none", "wanted", "done"])
      .describe("`wanted`: an owner or admin has to sign in there (OAuth)."),
    tools: z.array(McpTool),
    resource_count: z.int().describe("What it offers to read, which assistants that use it can."),
    virtual_assistants: z.array(VirtualAssistantMini).describe("Those that use it."),
    error: z.string().nullable().describe("Why it could not be reached last time."),
    checked_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "McpServer" });

// Users cannot set these headers, because the transport sets them.
const RESERVED_HEADERS =
  /^(host|connection|keep-alive|te|trailer|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|expect|cookie2?|content-.*|transfer-encoding|accept|accept-encoding|proxy-.*|mcp-.*|last-event-id)$/;
const headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "Must be the name of a header.")
      .refine((header) => !RESERVED_HEADERS.test(header.toLowerCase()), "This header is set by Parley."),
    z
      .string()
      .trim()
      .min(1, "Must not be empty.")
      .max(4000)
      .regex(/^[\x20-\x7e]*$/, "Must be plain text."),
  )
  .refine((given) => Object.keys(given).length <= 20, "At most 20 headers.");

const fields = {
  name: name(60),
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), "Must not hold a name or a password: use headers.")
    .describe("An http or https address, or the name of a command."),
  headers: headers
    .nullish()
    .describe(
      "Headers to send to the server, for example `Authorization`. Omit to keep the current ones; null removes them.",
    ),
  enabled_tools: z
    .array(z.string().max(200))
    .max(500)
    .optional()
    .describe("Names of the tools that assistants may use. When you connect a server, the default is all."),
};
export const McpServerCreate = z
  .object({ ...fields, transport: McpTransport.default("http") })
  .meta({ id: "McpServerCreate" });
export const McpServerUpdate = z
  .object({ ...fields, is_enabled: z.boolean() })
  .partial()
  .meta({ id: "McpServerUpdate" });

const ofServer = { server_id: z.int(), server: z.string().describe("Its name.") };
const McpOffers = z
  .object({
    prompts: z.array(
      z.object({
        ...ofServer,
        name: z.string(),
        title: z.string().nullable(),
        description: z.string().nullable(),
        arguments: z.array(
          z.object({ name: z.string(), description: z.string().nullable(), is_required: z.boolean() }),
        ),
      }),
    ),
    resources: z.array(
      z.object({
        ...ofServer,
        uri: z.string(),
        name: z.string(),
        title: z.string().nullable(),
        mime_type: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "McpOffers" });
export const McpPromptRequest = z
  .object({
    server_id: jsonId,
    name: z.string().min(1).max(200),
    arguments: z
      .record(z.string().max(100), z.string().max(10_000))
      .refine((given) => Object.keys(given).length <= 20, "At most 20 arguments.")
      .default({}),
  })
  .meta({ id: "McpPromptRequest" });
export const McpResourceRequest = z
  .object({ server_id: jsonId, uri: z.string().min(1).max(1000) })
  .meta({ id: "McpResourceRequest" });

export const KNOWN_SERVERS = [
  "github",
  "atlassian",
  "linear",
  "notion",
  "sentry",
  "stripe",
  "context7",
  "deepwiki",
  "huggingface",
  "microsoftlearn",
] as const;

const params = z.object({ id });
const attachment = z.object({ id, server_id: id });

export const mcpApi = {
  listMcpServers: operation(endpoints.listMcpServers, {
    summary: "List the MCP servers that are connected to the group",
    description:
      "All operations on MCP servers require an owner or admin of the group, except those in a chat.",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(McpServer),
  }),
  createMcpServer: operation(endpoints.createMcpServer, {
    summary: "Connect an MCP server",
    description:
      "Parley fetches its tools at once. If that fails, the server is stored all the same, and `error` has the reason.",
    body: json(McpServerCreate, { mostBytes: jsonLimits.message }),
    returns: McpServer,
    status: 201,
    allowance: "heavy",
  }),
  listKnownMcpServers: operation(endpoints.listKnownMcpServers, {
    summary: "List MCP servers that are known by name",
    description:
      "Well-known servers with their addresses, and the local commands that the operator's configuration names (`MCP_COMMANDS`).",
    returns: z.object({
      servers: z.array(z.object({ id: z.enum(KNOWN_SERVERS), name: z.string(), url: z.string() })),
      commands: z.array(z.string()),
    }),
  }),
  getMcpServer: get("/mcp-servers/{id}", { summary: "Get an MCP server", params, returns: McpServer }),
  updateMcpServer: operation(endpoints.updateMcpServer, {
    summary: "Change an MCP server",
    description:
      "If the address changes to another origin, the sign-in is removed, and so are the headers unless you send them too.",
    params,
    body: json(McpServerUpdate, { mostBytes: jsonLimits.message }),
    returns: McpServer,
  }),
  removeMcpServer: operation(endpoints.removeMcpServer, {
    summary: "Disconnect an MCP server",
    params,
    returns: SuccessMessage,
  }),
  refreshMcpServer: operation(endpoints.refreshMcpServer, {
    summary: "Refresh the tools of an MCP server",
    description:
      "New tools are not enabled. If the request fails, `error` has the reason and the tools stay unchanged.",
    params,
    returns: McpServer,
    allowance: "heavy",
  }),
  beginMcpSignIn: operation(endpoints.beginMcpSignIn, {
    summary: "Start to sign in to an MCP server",
    description:
      "Uses OAuth with PKCE and dynamic client registration. Open `url` in the browser; the server redirects back with the values for `finishMcpSignIn`. Returns 409 if the server offers no such sign-in.",
    params,
    returns: z.object({ url: z.string() }),
    allowance: "heavy",
  }),
  finishMcpSignIn: operation(endpoints.finishMcpSignIn, {
    summary: "Finish signing in to an MCP server",
    description:
      "Requires the person who started the sign-in. Works once, within 30 minutes. Parley then fetches the server's tools.",
    body: json(z.object({ state: z.string().min(1).max(4000), code: z.string().min(1).max(4000) })),
    returns: McpServer,
    allowance: "heavy",
  }),
  attachMcpServer: operation(endpoints.attachMcpServer, {
    summary: "Let an assistant use an MCP server",
    params: attachment,
    returns: SuccessMessage,
  }),
  detachMcpServer: operation(endpoints.detachMcpServer, {
    summary: "Stop an assistant from using an MCP server",
    params: attachment,
    returns: SuccessMessage,
  }),
  listMcpOffers: operation(endpoints.listMcpOffers, {
    summary: "List what MCP servers offer in a chat",
    description:
      "The prompts and resources of the servers that the chat's assistant uses, as last fetched. Resources that are to be filled in (templates) are left out.",
    params: chatParams,
    returns: McpOffers,
  }),
  getMcpPrompt: operation(endpoints.getMcpPrompt, {
    summary: "Get a prompt of an MCP server as text",
    description: "Nothing is sent to the chat. Returns 502 with the reason if the server fails or refuses.",
    params: chatParams,
    body: json(McpPromptRequest, { mostBytes: jsonLimits.message }),
    returns: z.object({
      text: z.string().describe("Its messages one after the other, cut after 50,000 characters."),
      left_out: z.int().describe("How many of them are no text."),
    }),
    allowance: "heavy",
  }),
  readMcpResource: operation(endpoints.readMcpResource, {
    summary: "Read a resource of an MCP server as a file",
    description:
      "Attach the file to a message like any other. It can have up to 5 MB. Returns 502 with the reason if the server fails or refuses.",
    params: chatParams,
    body: json(McpResourceRequest),
    returns: z.object({
      file_name: z.string(),
      mime_type: z.string(),
      content: z.string().describe("Its bytes in Base64."),
    }),
    allowance: "heavy",
  }),
};
