import { z } from "zod";
import { del, get, json, patch, post } from "@/lib/api/contract";
import { hasNoNul, id, NUL, page, pageSize, timestamp } from "@/lib/api/fields";

export const LONGEST_MEMORY = 500;
export const MOST_MEMORIES = 200;

export const Memory = z
  .object({
    id: z.int(),
    text: z.string(),
    chat_id: z.int().nullable().describe("Where it was learnt; null when a person wrote it down."),
    created_at: timestamp,
  })
  .meta({ id: "Memory" });
const MemoryInput = z
  .object({
    text: z.string().trim().min(1, "Must not be empty.").max(LONGEST_MEMORY).refine(hasNoNul, NUL),
  })
  .meta({ id: "MemoryInput" });

const params = z.object({ id });
const path = "/users/me/memories";

export const memoriesApi = {
  listMemories: get(path, {
    summary: "List your memories",
    description:
      "Facts about you in this group, newest first. Replies use them only in chats with `global_memory` that nobody else can read.",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(Memory),
  }),
  createMemory: post(path, {
    summary: "Create a memory",
    description: `If the fact is already stored, this returns the existing memory. Returns 409 if you have ${MOST_MEMORIES} memories.`,
    body: json(MemoryInput),
    returns: Memory,
    status: 201,
  }),
  updateMemory: patch(`${path}/{id}`, {
    summary: "Update a memory",
    params,
    body: json(MemoryInput),
    returns: Memory,
  }),
  deleteMemory: del(`${path}/{id}`, {
    summary: "Delete a memory",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
  deleteMemories: del(path, {
    summary: "Delete all of your memories",
    description: "In this group.",
    returns: z.object({ success: z.literal(true), deleted: z.int() }),
  }),
};
