import { z } from "zod";
import { json, multipart, operation } from "@/lib/api/contract";
import {
  CONTROLS,
  hasNoControls,
  hasVisibleCharacter,
  id,
  int,
  jsonReference,
  list,
  name,
  page,
  pageSize,
  reference,
  SuccessMessage,
  timestamp,
  toPlainName,
} from "@/lib/api/fields";
import { audience, audienceInForm, usableBy } from "@/lib/identity/audiences/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { endpoints } from "./operations";

const DocumentStatus = z.enum(["queued", "processing", "ready", "failed"]);
const DocumentPlace = z.enum(["chat", "library", "workspace"]);

export const Document = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    file_name: z.string(),
    folder: z.string().describe("Names joined by `/`; empty for none."),
    mime_type: z.string(),
    size: z.int().describe("Bytes."),
    sha256: z.string(),
    status: DocumentStatus,
    step: z
      .string()
      .nullable()
      .describe(
        "While it is processed: `extracting`, `recognizing` (its scanned pages are read) or `embedding`.",
      ),
    progress: z.int().nullable().describe("How much of the step is done, 0 to 100."),
    queue_position: z
      .int()
      .nullable()
      .describe(
        "The position among the group's queued documents of similar size while `queued`; 1 is next. Small files come first, and groups take turns.",
      ),
    queue_seconds: z
      .int()
      .nullable()
      .describe(
        "While `queued`: about how many seconds until it is ready, estimated from how long recent documents took.",
      ),
    error: z.string().nullable().describe("Why it failed."),
    note: z
      .string()
      .nullable()
      .describe("Which part was not read, and why. For example: `Only the first 200,000 rows were read.`"),
    pages: z.int().nullable(),
    scanned_pages: z
      .object({ read: z.int(), total: z.int() })
      .nullable()
      .describe(
        "Pages that are pictures of text, and how many of them have been read so far. They are read one after the other in the background; what was read is in the text already.",
      ),
    characters: z.int().nullable().describe("Of its text, once that was read."),
    has_transcript: z.boolean(),
    place: DocumentPlace.describe(
      "Of a chat or a workspace its members read it; of the library those of `usable_by`.",
    ),
    usable_by: usableBy.nullable().describe("Who reads it in the library; null in a chat or a workspace."),
    user_ids: z.array(z.int()).describe("Empty for those who may not change it."),
    chat_id: z.int().nullable(),
    chat_workspace_id: z.int().nullable().describe("The project whose members read it."),
    archive_id: z.int().nullable().describe("The document of the ZIP archive that it came in."),
    may_change: z
      .boolean()
      .describe(
        "Whether you can change it: the person who added it can, and owners and admins of the chat or, in the library, of the group.",
      ),
    created_by: UserMini.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Document" });

const folder = z
  .string()
  .max(500)
  .refine(hasNoControls, CONTROLS)
  .transform((text) =>
    toPlainName(text)
      .normalize("NFC")
      .split("/")
      .map((part) => part.trim())
      .filter(Boolean)
      .join("/"),
  )
  .refine(
    (text) => text === "" || text.split("/").every(hasVisibleCharacter),
    "Each folder must have at least one visible character.",
  )
  .refine((text) => text.split("/").length <= 10, "Must not be deeper than 10 folders.")
  .refine(
    (text) => !text.split("/").some((part) => part === "." || part === ".."),
    "Must not contain . or ..",
  )
  .meta({ override: { type: "string", maxLength: 500 } });
export const DocumentUpdate = z
  .object({
    file_name: name(200)
      .refine((text) => !/[/\\]/.test(text), "Must not contain slashes.")
      .optional()
      .describe("With the same ending: it tells the type of the file."),
    folder: folder.optional(),
    ...audience,
    chat_workspace_id: z
      .null()
      .optional()
      .describe("Null moves a file of a project to the library, for `usable_by`, or the group without it."),
  })
  .meta({ id: "DocumentUpdate" });

const DocumentText = z
  .object({
    text: z.string(),
    offset: z.int().describe("Where `text` begins in the whole, in UTF-16 units."),
    total: z.int().describe("Length of the whole text; 0 when none was read."),
    next_offset: z.int().nullable(),
    parts: z
      .array(
        z.object({
          page: z.int(),
          title: z.string().nullable(),
          start: z.int(),
          seconds: z.number().optional().describe("Of a transcript: when it is said."),
          words: z
            .array(z.tuple([z.int(), z.number()]))
            .optional()
            .describe(
              "Of a transcript whose model tells of each word: where it stands, counted from `start`, and at which second it is said.",
            ),
        }),
      )
      .describe("Where pages, sheets or the lines of a transcript start in the full text."),
  })
  .meta({ id: "DocumentText" });

const params = z.object({ id });
const chat_id = reference.optional();
const place = DocumentPlace.optional();

export const documentsApi = {
  addDocuments: operation(endpoints.addDocuments, {
    summary: "Add documents",
    description:
      "Adds files to the chat `chat_id` or the project `chat_workspace_id`, or to the library without them. In the library, `usable_by` is the group unless given, or you if members of the group may add documents for themselves only (`members_add_documents` of the group). Files are processed in the background; `status` has the state. Returns 409 if documents are turned off in the chat.",
    body: multipart(
      z.object({
        chat_id,
        folder: folder.optional(),
        chat_workspace_id: reference.optional(),
        collection_id: id
          .optional()
          .describe("Of the library: also put into this collection, whose audience they get unless given."),
        ...audienceInForm,
      }),
      { files: "files" },
    ),
    returns: z.array(Document),
    status: 201,
  }),
  listDocuments: operation(endpoints.listDocuments, {
    summary: "List documents that you can see",
    description:
      "Documents of your chats and projects, and of the library what you may read. Filters combine with AND.",
    query: z.object({
      page,
      page_size: pageSize,
      chat_id,
      chat_workspace_id: reference.optional().describe("Only the files of this project."),
      place,
      collection_id: id.optional(),
      folder: folder.optional().describe("Only what is directly in it; empty for what is in none."),
      status: list(DocumentStatus).optional(),
      kind: z.enum(["image", "audio", "video"]).optional().describe("By the first half of the media type."),
      search: z
        .string()
        .max(200)
        .optional()
        .describe("Case-insensitive substring of the name, accents folded."),
      sort: z.enum(["newest", "name"]).default("newest"),
    }),
    returns: z.array(Document),
  }),
  listDocumentFolders: operation(endpoints.listDocumentFolders, {
    summary: "List the folders that documents are in",
    description:
      "Folders of the chat `chat_id`, or of the library without it. A folder exists as long as it has documents.",
    query: z.object({ chat_id }),
    returns: z.array(
      z
        .object({ folder: z.string(), documents_count: z.int().describe("Directly in it.") })
        .meta({ id: "DocumentFolder" }),
    ),
  }),
  renameDocumentFolder: operation(endpoints.renameDocumentFolder, {
    summary: "Rename a folder of the library, or move it",
    description:
      "Includes the folders inside it, as far as you may read their documents. Returns 403 unless you can change each of these, and 409 if a folder with the new name exists.",
    body: json(
      z.object({
        folder: folder.refine((text) => text !== "", "Must not be empty."),
        to: folder.refine((text) => text !== "", "Must not be empty."),
      }),
    ),
    returns: z
      .object({ folder: z.string(), documents_count: z.int().describe("Those that were moved.") })
      .meta({ id: "RenamedFolder" }),
  }),
  getDocument: operation(endpoints.getDocument, { summary: "Get a document", params, returns: Document }),
  updateDocument: operation(endpoints.updateDocument, {
    summary: "Change a document",
    description:
      "Its name, its folder or who reads it. Changes to an archive's audience include what came in it. Returns 409 for the audience of a document in a chat or a project: their members read it.",
    params,
    body: json(DocumentUpdate),
    returns: Document,
  }),
  deleteDocument: operation(endpoints.deleteDocument, {
    summary: "Delete a document",
    description: "With an archive goes what came in it.",
    params,
    returns: SuccessMessage,
  }),
  getDocumentContent: operation(endpoints.getDocumentContent, {
    summary: "Download a document",
    params,
    returns: z.unknown(),
    ranges: true,
  }),
  getDocumentPicture: operation(endpoints.getDocumentPicture, {
    summary: "Show a picture as a JPEG",
    description:
      "HEIC, TIFF, AVIF and BMP pictures, which not all browsers or models can show, turned upright, without what the camera wrote into them and at most 3,000 pixels wide or high. 422 for other documents, for a page that the picture doesn't have, and when it's damaged.",
    params,
    query: z.object({ page: int(1, 50).default(1).describe("Of a TIFF with several pages.") }),
    returns: z.unknown(),
  }),
  getDocumentText: operation(endpoints.getDocumentText, {
    summary: "Read the text of a document",
    params,
    query: z.object({
      offset: int(0, 1_000_000_000).optional(),
      limit: int(1, 500_000).optional().describe("UTF-16 units, by default 100,000."),
    }),
    returns: DocumentText,
  }),
  reindexDocument: operation(endpoints.reindexDocument, {
    summary: "Reprocess a document",
    params,
    returns: Document,
  }),
  cancelDocument: operation(endpoints.cancelDocument, {
    summary: "Cancel processing of a document",
    description: "409 when it is not being read.",
    params,
    returns: Document,
  }),
  copyDocument: operation(endpoints.copyDocument, {
    summary: "Copy a document to the library or to a chat",
    params,
    body: json(
      z.object({
        chat_id: jsonReference
          .nullish()
          .describe("Absent or null: to the library. All members of the chat can read the copy."),
        folder: folder.optional(),
        ...audience,
      }),
    ),
    returns: Document,
    status: 201,
  }),
};
