import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const REPLY_LIMITS = {
  most_rounds: { least: 1, most: 40, step: 1 },
  most_tokens: { least: 1_000, most: 10_000_000, step: 1_000 },
  most_seconds: { least: 10, most: 3_600, step: 10 },
};
export const MAX_FALLBACKS = 5;

export const endpoints = {
  listMiniAssistants: get("/chats/vas"),
  listAssistants: get("/virtual-assistants"),
  createAssistant: post("/virtual-assistants"),
  getAssistant: get("/virtual-assistants/{id}"),
  updateAssistant: patch("/virtual-assistants/{id}"),
  removeAssistant: del("/virtual-assistants/{id}"),
  setAssistantPicture: post("/virtual-assistants/{id}/picture", { files: "file" }),
  removeAssistantPicture: del("/virtual-assistants/{id}/picture"),
  listAssistantVersions: get("/virtual-assistants/{id}/versions"),
  getAssistantVersion: get("/virtual-assistants/{id}/versions/{number}"),
  restoreAssistantVersion: post("/virtual-assistants/{id}/versions/{number}/restore"),
  duplicateAssistant: post("/virtual-assistants/{id}/duplicate"),
  exportAssistant: get("/virtual-assistants/{id}/export"),
  importAssistant: post("/virtual-assistants/import"),
};
export const assistantsApi: Client<typeof contract.assistantsApi, typeof endpoints> = endpoints;
