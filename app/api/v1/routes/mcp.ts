import { toListReply } from "@/lib/api/routes";
import { mcpApi } from "@/lib/replies/mcp-client/contract";
import * as servers from "@/lib/replies/mcp-client/service";
import { implement } from "../implement";

export const mcpRoutes = implement("MCP servers", mcpApi, {
  listMcpServers: async ({ viewer, query }) => toListReply(await servers.list(viewer, query)),
  createMcpServer: ({ viewer, body, call }) => servers.create(viewer, body, call.signal),
  listKnownMcpServers: ({ viewer }) => servers.listKnownServers(viewer),
  getMcpServer: ({ viewer, params }) => servers.get(viewer, params.id),
  updateMcpServer: ({ viewer, params, body }) => servers.update(viewer, params.id, body),
  removeMcpServer: ({ viewer, params }) => servers.remove(viewer, params.id),
  refreshMcpServer: ({ viewer, params, call }) => servers.refresh(viewer, params.id, call.signal),
  beginMcpSignIn: ({ viewer, params }) => servers.startSignIn(viewer, params.id),
  finishMcpSignIn: ({ viewer, body, call }) => servers.finishSignIn(viewer, body, call.signal),
  attachMcpServer: ({ viewer, params }) => servers.attach(viewer, params.id, params.server_id),
  detachMcpServer: ({ viewer, params }) => servers.detach(viewer, params.id, params.server_id),
  listMcpOffers: ({ viewer, params }) => servers.listOffered(viewer, params.chat_id),
  getMcpPrompt: ({ viewer, params, body, call }) =>
    servers.fillPrompt(viewer, params.chat_id, body, call.signal),
  readMcpResource: ({ viewer, params, body, call }) =>
    servers.readResourceFile(viewer, params.chat_id, body, call.signal),
});
