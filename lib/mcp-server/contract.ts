import { z } from "zod";
import { json, post } from "@/lib/api/contract";

export const mcpServerApi = {
  callMcp: post("/mcp", {
    summary: "Use Parley from an MCP client",
    description:
      "The Model Context Protocol over streamable HTTP, without sessions: JSON-RPC goes in, JSON comes back. Its tools list and ask assistants, list, read and search chats and documents, and send messages, as the person whose token it is. `Authorization: Bearer <API token>`.",
    body: json(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()).max(50)])),
    returns: z.unknown(),
    speaks: "mcp",
  }),
};
