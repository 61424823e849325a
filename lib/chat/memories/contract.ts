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
    summary: "List what assistants remember about oneself",
    description:
      "Facts about the caller in this group, newest first. Replies use them only in chats with `global_memory` that the caller alone reads.",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(Memory),
  }),
  createMemory: post(path, {
    summary: "Have a fact remembered",
    description: `A fact that is known already is answered as it is. At most ${MOST_MEMORIES}: then 409.`,
    body: json(MemoryInput),
    returns: Memory,
    status: 201,
  }),
  updateMemory: patch(`${path}/{id}`, {
    summary: "Change a remembered fact",
    params,
    body: json(MemoryInput),
    returns: Memory,
  }),
  deleteMemory: del(`${path}/{id}`, {
    summary: "Forget a fact",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
  deleteMemories: del(path, {
    summary: "Forget everything about oneself",
    description: "In this group.",
    returns: z.object({ success: z.literal(true), deleted: z.int() }),
  }),
};
