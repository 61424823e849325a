import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiError } from "@/lib/api/client";
import { queryFor } from "@/lib/api/query";
import { type McpServer, mcpApi } from "@/lib/conversation/mcp/contract";

export type Server = z.output<typeof McpServer>;
export type Tool = Server["tools"][number];

/** As many as anybody connects. */
export const serversQuery = () => queryFor(mcpApi.listMcpServers, { query: { page_size: 100 } });

/** Shows a server as it is now, at once and wherever it stands. */
export async function changed(cache: QueryClient, server?: Server): Promise<void> {
  const { queryKey } = serversQuery();
  if (server)
    cache.setQueryData(queryKey, (before: Server[] | undefined) =>
      before?.map((other) => (other.id === server.id ? server : other)),
    );
  await cache.invalidateQueries({ queryKey: [mcpApi.listMcpServers.path] });
}

/** `Name: value`, one a line, as headers; a line that is none of that is a fault. */
export function headersIn(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    if (at < 1) {
      const msg = `“${line.trim().slice(0, 40)}” is not of the form Name: value.`;
      throw new ApiError(422, msg, [{ loc: ["body", "headers"], msg }]);
    }
    headers[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return headers;
}
