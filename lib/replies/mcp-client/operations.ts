import { type Client, del, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listMcpServers: get("/mcp-servers"),
  createMcpServer: post("/mcp-servers"),
  listKnownMcpServers: get("/mcp-servers/catalogue"),
  updateMcpServer: patch("/mcp-servers/{id}"),
  removeMcpServer: del("/mcp-servers/{id}"),
  refreshMcpServer: post("/mcp-servers/{id}/refresh"),
  beginMcpSignIn: post("/mcp-servers/{id}/sign-in"),
  finishMcpSignIn: post("/mcp-servers/sign-in"),
  attachMcpServer: put("/virtual-assistants/{id}/mcp-servers/{server_id}"),
  detachMcpServer: del("/virtual-assistants/{id}/mcp-servers/{server_id}"),
  listMcpOffers: get("/chats/{chat_id}/mcp-offers"),
  getMcpPrompt: post("/chats/{chat_id}/mcp-prompts"),
  readMcpResource: post("/chats/{chat_id}/mcp-resources"),
};
export const mcpApi: Client<typeof contract.mcpApi, typeof endpoints> = endpoints;
