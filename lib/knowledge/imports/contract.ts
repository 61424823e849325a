import { z } from "zod";
import { get, json, multipart, operation } from "@/lib/api/contract";
import { boolean, id, page, pageSize, timestamp } from "@/lib/api/fields";
import { endpoints, IMPORT_PARTS, IMPORT_SOURCES, type ImportSource } from "./operations";

const parts = z.array(z.enum(IMPORT_PARTS));

export const ChatImport = z
  .object({
    id: z.int(),
    file_name: z.string(),
    size: z.int().describe("Bytes."),
    format: z.enum(Object.keys(IMPORT_SOURCES) as [ImportSource]).describe("Which product wrote the file."),
    state: z
      .enum(["running", "completed", "failed", "cancelled", "ready"])
      .describe("`ready`: it waits for your choice of parts."),
    contents: z
      .object({
        chats: z.int(),
        files: z.int().describe("That messages name; not all of them must be in the export."),
        projects: z.int(),
        assistants: z.int(),
        from: timestamp.nullable().describe("When the first chat was created."),
        until: timestamp.nullable().describe("When the last chat was created."),
      })
      .nullable()
      .describe("What the file holds, of an import with `preview`."),
    parts: parts.nullable().describe("What is imported; null while you have not chosen."),
    found: z.int().nullable().describe("How many chats the file has; null until they are counted."),
    imported: z.int(),
    skipped: z.int().describe("Were imported before."),
    failed: z.int(),
    files: z.int().describe("Files and pictures that were attached to messages."),
    projects: z.int().describe("Projects that were created."),
    assistants: z.int().describe("Assistants that were created."),
    left_out: z.int().describe("Everything that wasn't imported. `GET /imports/{id}/items` lists it."),
    failures: z
      .array(z.object({ title: z.string(), reason: z.string() }))
      .describe("Of the first 20 that failed, why."),
    chats: z
      .array(z.object({ uuid: z.guid(), name: z.string() }))
      .describe("The first five that were imported, as far as you can still see them."),
    error: z.string().nullable().describe("Why the import failed or ended early."),
    created_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: "ChatImport" });

export const ImportItem = z
  .object({
    id: z.int(),
    kind: z.enum(["chat", "file", "project", "assistant"]),
    outcome: z.enum(["imported", "skipped", "left_out"]),
    title: z.string().describe("What it was called in the file."),
    reason: z.string().nullable().describe("Why it, or a part of it, was left out."),
    chat: z
      .object({ uuid: z.guid(), name: z.string() })
      .nullable()
      .describe("The chat that it became, or that a file belongs to, while you can see it."),
    project: z.object({ uuid: z.guid(), name: z.string() }).nullable(),
    assistant: z.object({ id: z.int(), name: z.string() }).nullable(),
  })
  .meta({ id: "ImportItem" });

const params = z.object({ id });

export const importsApi = {
  startImport: operation(endpoints.startImport, {
    summary: "Import from another product",
    description: [
      "`file` is what ChatGPT, Claude or Open WebUI exported, or a JSON file of LibreChat: JSON, or a ZIP file with it. A file of another kind is refused with 422. The chats become your own, with their times and the group's default assistant, in the background: `GET /imports/{id}` says how far it is.",
      "Branches of a chat become versions of its questions, and regenerated replies `extra.previous` of those that replaced them; the branch seen last is shown. Files and pictures that the file holds become attachments, projects your own workspaces of chats, and custom GPTs, models and agents your own assistants. What you have imported before is skipped, so the same export can be imported again. At most 3 imports of a person can be open: 409.",
      "With `preview` the file is read first: the import is `ready` with its `contents`, and `POST /imports/{id}/start` imports the parts that you choose. Without it everything is imported at once. An import that is ready for a week is cancelled.",
    ].join("\n\n"),
    body: multipart(
      z.object({
        preview: boolean.default(false).meta({ override: { type: "boolean", default: false } }),
      }),
      { files: "file" },
    ),
    returns: ChatImport,
    status: 202,
    allowance: "heavy",
  }),
  listImports: operation(endpoints.listImports, {
    summary: "List your imports, newest first",
    query: z.object({ page, page_size: pageSize }),
    returns: z.array(ChatImport),
  }),
  getImport: get("/imports/{id}", { summary: "Get an import", params, returns: ChatImport }),
  chooseImportParts: operation(endpoints.chooseImportParts, {
    summary: "Import the parts that you choose",
    description: "Returns 409 for an import that isn't `ready`.",
    params,
    body: json(
      z.object({
        parts: parts
          .min(1)
          .refine((given) => new Set(given).size === given.length, "Must not name a part twice.")
          .default([...IMPORT_PARTS]),
      }),
    ),
    returns: ChatImport,
    status: 202,
    allowance: "heavy",
  }),
  listImportItems: operation(endpoints.listImportItems, {
    summary: "List what an import brought and left out",
    description:
      "The report of an import, in the order of the file. Files that were attached to their message and chats that were imported before are only counted.",
    params,
    query: z.object({
      page,
      page_size: pageSize,
      outcome: z.enum(["imported", "skipped", "left_out"]).optional(),
    }),
    returns: z.array(ImportItem),
  }),
  cancelImport: operation(endpoints.cancelImport, {
    summary: "Cancel an import",
    description: "What was imported stays. Returns 409 if it is over.",
    params,
    returns: ChatImport,
  }),
};
