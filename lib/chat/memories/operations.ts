import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const MAX_MEMORY_LENGTH = 500;

export const endpoints = {
  listMemories: get("/users/me/memories"),
  createMemory: post("/users/me/memories"),
  importMemories: post("/users/me/memories/import"),
  updateMemory: patch("/users/me/memories/{id}"),
  deleteMemory: del("/users/me/memories/{id}"),
  deleteMemories: del("/users/me/memories"),
  restoreMemories: post("/users/me/memories/restore"),
};
export const memoriesApi: Client<typeof contract.memoriesApi, typeof endpoints> = endpoints;
