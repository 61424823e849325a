import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { McpServer } from "@/lib/replies/mcp-client/contract";
import { mcpApi } from "@/lib/replies/mcp-client/operations";
import { queryFor, refresh } from "./query";

export type Server = z.output<typeof McpServer>;
export type McpTool = Server["tools"][number];

export const serversQuery = queryFor(mcpApi.listMcpServers, { query: { page_size: 100 } });

export const catalogueQuery = queryFor(mcpApi.listKnownMcpServers);

export async function refreshServers(client: QueryClient, server?: Server): Promise<void> {
  if (server)
    client.setQueryData(serversQuery.queryKey, (before) =>
      before?.map((other) => (other.id === server.id ? server : other)),
    );
  await refresh(client, mcpApi.listMcpServers);
}
