import { Readable } from "node:stream";
import { implement, Special } from "@/lib/api/routes";
import { mcpServerApi } from "./contract";
import { answer } from "./service";

export const mcpServerRoutes = implement("MCP", mcpServerApi, {
  callMcp: async ({ viewer, body, call }) => {
    const { status, type, text } = await answer(viewer, body, call);
    const headers: Record<string, string> = text === "" ? {} : { "content-type": type };
    return new Special({ kind: "file", stream: Readable.from(text === "" ? [] : [text]) }, headers, status);
  },
});
