import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { boolean, hasNoNul, id, jsonId, NUL, page, pageSize, timestamp } from "@/lib/api/fields";
import { VirtualAssistantMini } from "@/lib/chat/assistants/contract";
import { endpoints, MAX_MEMORY_LENGTH } from "./operations";

export const MAX_MEMORIES = 200;
export const MAX_PROPOSALS = 50;
export const RESTORE_MINUTES = 15;

export const Memory = z
  .object({
    id: z.int(),
    text: z.string(),
    is_proposed: z.boolean().describe("An assistant would like to remember it. It counts once you keep it."),
    chat_id: z
      .int()
      .nullable()
      .describe("Where it was learnt; null when it was learned nowhere, or the chat was deleted."),
    message_id: z.int().nullable().describe("The message that it was learnt from."),
    chat: z
      .object({ id: z.int(), uuid: z.guid(), name: z.string() })
      .nullable()
      .describe("That chat, as long as you are in it."),
    virtual_assistant: VirtualAssistantMini.nullable().describe("The only assistant that it is for."),
    chat_workspace: z
      .object({ id: z.int(), uuid: z.guid(), name: z.string() })
      .nullable()
      .describe("The only workspace that it is for."),
    source: z
      .enum(["written", "learned", "imported"])
      .describe("A person wrote it, an assistant learned it in a chat, or it was imported."),
    created_at: timestamp,
  })
  .meta({ id: "Memory" });

const text = z.string().trim().min(1, "Must not be empty.").max(MAX_MEMORY_LENGTH).refine(hasNoNul, NUL);
const scope = { virtual_assistant_id: jsonId.nullish(), chat_workspace_id: jsonId.nullish() };
const MemoryInput = z.object({ text, ...scope }).meta({ id: "MemoryInput" });
const MemoryUpdate = z
  .object({
    text: text.optional(),
    ...scope,
    is_proposed: z.literal(false).optional().describe("Keeps what an assistant has proposed."),
  })
  .meta({ id: "MemoryUpdate" });

const MAX_IMPORT_LENGTH = 200_000;
const MemoryImport = z
  .object({
    text: z
      .string()
      .max(MAX_IMPORT_LENGTH)
      .refine((text) => text.trim() !== "", "Must not be empty.")
      .refine(hasNoNul, NUL)
      .describe(
        "One fact per line. Bullets, numbers and dates in brackets at the start of a line are removed.",
      ),
  })
  .meta({ id: "MemoryImport" });

const params = z.object({ id });

export const memoriesApi = {
  listMemories: operation(endpoints.listMemories, {
    summary: "List your memories",
    description:
      "Facts about you in this group, newest first. Replies use them only in chats with `global_memory` that nobody else can read. What assistants propose to remember is in the list, too, and not used.",
    query: z.object({
      page,
      page_size: pageSize,
      is_proposed: boolean.optional().describe("Only those that are proposed, or only those that are kept."),
      chat_workspace_id: id.optional().describe("Only those that are for this workspace."),
    }),
    returns: z.array(Memory),
  }),
  createMemory: operation(endpoints.createMemory, {
    summary: "Create a memory",
    description: `If the fact is already stored, this returns the existing memory. Returns 409 if you have ${MAX_MEMORIES} memories.`,
    body: json(MemoryInput),
    returns: Memory,
    status: 201,
  }),
  importMemories: operation(endpoints.importMemories, {
    summary: "Import memories from text",
    description: `Stores each line as a memory, or nothing: 409 if you would have more than ${MAX_MEMORIES}, 422 for a line that is too long.`,
    body: json(MemoryImport, { mostBytes: jsonLimits.message }),
    returns: z.object({
      created: z.int(),
      known: z.int().describe("Lines that were memories already, or repeated."),
    }),
  }),
  updateMemory: operation(endpoints.updateMemory, {
    summary: "Update a memory",
    description: "Also keeps what an assistant has proposed, and says where a memory counts.",
    params,
    body: json(MemoryUpdate),
    returns: Memory,
  }),
  deleteMemory: operation(endpoints.deleteMemory, {
    summary: "Delete a memory",
    params,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
  deleteMemories: operation(endpoints.deleteMemories, {
    summary: "Delete all of your memories",
    description: `In this group, with what is proposed. \`POST /users/me/memories/restore\` undoes it for ${RESTORE_MINUTES} minutes; then they are deleted for good.`,
    returns: z.object({ success: z.literal(true), deleted: z.int() }),
  }),
  restoreMemories: operation(endpoints.restoreMemories, {
    summary: "Restore your memories",
    description: `Undoes the last deletion of all memories, within ${RESTORE_MINUTES} minutes. Newer memories that say the same are replaced. Returns 409 if you would have more than ${MAX_MEMORIES} memories.`,
    returns: z.object({ restored: z.int().describe("0: nothing was left to restore.") }),
  }),
};
