import { z } from "zod";
import { json, jsonLimits, post } from "@/lib/api/contract";

// Limited, because each message may be a search or a question to a model.
const MAX_BATCH_REQUESTS = 20;

const object = { type: "object" as const, additionalProperties: true };
const Message = z.record(z.string(), z.unknown()).meta({
  id: "McpMessage",
  override: {
    ...object,
    properties: {
      jsonrpc: { type: "string" as const },
      id: { description: "A text or a number." },
      method: { type: "string" as const },
      params: object,
      result: object,
      error: object,
    },
  },
});

export const mcpServerApi = {
  callMcp: post("/mcp", {
    summary: "Use Parley from an MCP client",
    description:
      "The Model Context Protocol over streamable HTTP, without sessions: send JSON-RPC, receive JSON. Tools list and ask assistants, list, read and search chats and documents, and send messages, as the owner of the API token. A batch can have at most 20 messages. 400 for an `MCP-Protocol-Version` that Parley doesn't speak. Send `Authorization: Bearer <API token>`.",
    body: json(
      z
        .union([Message, z.array(Message)])
        .refine(
          (given) => !Array.isArray(given) || given.length <= MAX_BATCH_REQUESTS,
          `A batch may have at most ${MAX_BATCH_REQUESTS} messages. Send the others in another request.`,
        ),
      { mostBytes: jsonLimits.message },
    ),
    returns: z
      .union([Message, z.array(Message)])
      .describe("What is answered to each message that asks something."),
    accepted: z.undefined(),
    speaks: "mcp",
  }),
};
