import { z } from "zod";
import { get, multipart, operation } from "@/lib/api/contract";
import { id, page, pageSize, timestamp } from "@/lib/api/fields";
import { endpoints, IMPORT_SOURCES, type ImportSource } from "./operations";

export const ChatImport = z
  .object({
    id: z.int(),
    file_name: z.string(),
    size: z.int().describe("Bytes."),
    format: z.enum(Object.keys(IMPORT_SOURCES) as [ImportSource]).describe("Which product wrote the file."),
    state: z.enum(["running", "completed", "failed", "cancelled"]),
    found: z.int().nullable().describe("How many chats the file has; null until they are counted."),
    imported: z.int(),
    skipped: z.int().describe("Were imported before."),
    failed: z.int(),
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

const params = z.object({ id });

export const importsApi = {
  startImport: operation(endpoints.startImport, {
    summary: "Import chats from another product",
    description: [
      "`file` is what ChatGPT, Claude or Open WebUI exported, or a JSON file of LibreChat: JSON, or a ZIP file with it. A file of another kind is refused with 422. The chats become your own, with their times and the group's default assistant, in the background: `GET /imports/{id}` says how far it is.",
      "Branches of a chat become versions of its questions, and regenerated replies `extra.previous` of those that replaced them; the branch seen last is shown. Files in chats are named, but not imported. A chat that you have imported before is skipped, so the same export can be imported again. At most 3 imports of a person can be running: 409.",
    ].join("\n\n"),
    body: multipart(z.object({}), { files: "file" }),
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
  cancelImport: operation(endpoints.cancelImport, {
    summary: "Cancel an import",
    description: "Chats that were imported stay. Returns 409 if it is over.",
    params,
    returns: ChatImport,
  }),
};
