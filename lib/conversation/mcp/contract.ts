import { z } from "zod";
import { del, get, json, jsonLimits, patch, post, put } from "@/lib/api/contract";
import { id, name, page, pageSize, SuccessMessage, timestamp } from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";

const McpTool = z
  .object({
    name: z.string(),
    title: z.string().nullable(),
    description: z.string(),
    is_read_only: z
      .boolean()
      .describe("The server says that it changes nothing: it is used without asking the person first."),
    is_enabled: z.boolean(),
  })
  .meta({ id: "McpTool" });
export const McpServer = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    header_names: z.array(z.string()).describe("What they hold is never shown."),
    is_enabled: z.boolean(),
    sign_in: z
      .enum(["none", "wanted", "done"])
      .describe("`wanted`: an owner or admin has to sign in there (OAuth)."),
    tools: z.array(McpTool),
    virtual_assistants: z.array(VirtualAssistantMini).describe("Those that use it."),
    error: z.string().nullable().describe("Why it could not be reached last time."),
    checked_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "McpServer" });

/** Headers that belong to the way and not to the server: they are made, not entered. */
const OURS =
  /^(host|connection|keep-alive|te|trailer|upgrade|via|forwarded|x-forwarded-.*|x-real-ip|expect|cookie2?|content-.*|transfer-encoding|accept|accept-encoding|proxy-.*|mcp-.*|last-event-id)$/;
const headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, "Must be the name of a header.")
      .refine((header) => !OURS.test(header.toLowerCase()), "This header is set by Parley."),
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
    .url({ protocol: /^https?$/, error: "Must be an http or https address." })
    .max(2000)
    .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), "Must not hold a name or a password: use headers."),
  headers: headers
    .nullish()
    .describe("What the server wants to see, such as `Authorization`. Absent: as before. Null: none."),
  enabled_tools: z
    .array(z.string().max(200))
    .max(500)
    .optional()
    .describe("The names of the tools that assistants may use. Absent when connecting: all."),
};
export const McpServerCreate = z.object(fields).meta({ id: "McpServerCreate" });
export const McpServerUpdate = z
  .object({ ...fields, is_enabled: z.boolean() })
  .partial()
  .meta({ id: "McpServerUpdate" });

const params = z.object({ id });
const attachment = z.object({ id, server_id: id });

export const mcpApi = {
  listMcpServers: get("/mcp-servers", {
    summary: "List the MCP servers that are connected to the group",
    description: "For owners and admins of the group, like everything about MCP servers.",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(McpServer),
  }),
  createMcpServer: post("/mcp-servers", {
    summary: "Connect an MCP server",
    description:
      "One that speaks streamable HTTP. It is asked for its tools at once; when that fails it is kept, and `error` says why.",
    body: json(McpServerCreate, { mostBytes: jsonLimits.message }),
    returns: McpServer,
    status: 201,
    allowance: "heavy",
  }),
  getMcpServer: get("/mcp-servers/{id}", { summary: "Get an MCP server", params, returns: McpServer }),
  updateMcpServer: patch("/mcp-servers/{id}", {
    summary: "Change an MCP server",
    description:
      "A new address of another origin forgets the headers, unless they are given with it, and the sign-in.",
    params,
    body: json(McpServerUpdate, { mostBytes: jsonLimits.message }),
    returns: McpServer,
  }),
  removeMcpServer: del("/mcp-servers/{id}", {
    summary: "Disconnect an MCP server",
    params,
    returns: SuccessMessage,
  }),
  refreshMcpServer: post("/mcp-servers/{id}/refresh", {
    summary: "Ask an MCP server for its tools again",
    description:
      "New ones are not enabled. When that fails `error` says why, and the tools stay as they were.",
    params,
    returns: McpServer,
    allowance: "heavy",
  }),
  beginMcpSignIn: post("/mcp-servers/{id}/sign-in", {
    summary: "Begin to sign in to an MCP server",
    description:
      "By OAuth, with PKCE and dynamic registration. Open `url` in the browser; the server sends it back with what `finishMcpSignIn` wants. 409 when the server has no such sign-in.",
    params,
    returns: z.object({ url: z.string() }),
    allowance: "heavy",
  }),
  finishMcpSignIn: post("/mcp-servers/sign-in", {
    summary: "Finish to sign in to an MCP server",
    description:
      "For whoever began it, within half an hour and once. The server is asked for its tools then.",
    body: json(z.object({ state: z.string().min(1).max(4000), code: z.string().min(1).max(4000) })),
    returns: McpServer,
    allowance: "heavy",
  }),
  attachMcpServer: put("/virtual-assistants/{id}/mcp-servers/{server_id}", {
    summary: "Let an assistant use an MCP server",
    params: attachment,
    returns: SuccessMessage,
  }),
  detachMcpServer: del("/virtual-assistants/{id}/mcp-servers/{server_id}", {
    summary: "Take an MCP server from an assistant",
    params: attachment,
    returns: SuccessMessage,
  }),
};
