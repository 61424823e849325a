import { Readable } from "node:stream";
import { ApiReply } from "@/lib/api/routes";
import { mcpServerApi } from "@/lib/channels/mcp-server/contract";
import { answer } from "@/lib/channels/mcp-server/service";
import { implement } from "../implement";

export const mcpServerRoutes = implement("MCP", mcpServerApi, {
  callMcp: async ({ viewer, body, call }) => {
    const { status, type, text } = await answer(viewer, call.header("mcp-protocol-version"), body, call);
    const headers: Record<string, string> = text === "" ? {} : { "content-type": type };
    return new ApiReply({ kind: "file", stream: Readable.from(text === "" ? [] : [text]) }, headers, status);
  },
});
