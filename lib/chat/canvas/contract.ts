import { z } from "zod";
import { json, jsonLimits, operation } from "@/lib/api/contract";
import { hasNoNul, id, jsonId, NUL, name, timestamp } from "@/lib/api/fields";
import { ChatDetail, chatParams } from "@/lib/chat/chats/contract";
import { endpoints, MAX_CURSOR_CONTEXT, MAX_TITLE_LENGTH } from "./operations";

export const CanvasVersion = z
  .object({
    id: z.int(),
    preview: z.string().describe("Its first 200 characters."),
    characters: z.int(),
    changed_by: z
      .object({
        user_id: z.int().nullable(),
        virtual_assistant_id: z.int().nullable(),
        name: z.string(),
      })
      .nullable()
      .describe("Who changed the canvas away from this text; null when they are gone."),
    created_at: timestamp.describe("When it was changed."),
  })
  .meta({ id: "CanvasVersion" });

const CanvasVersionText = CanvasVersion.extend({
  page_id: z.int().nullable().describe("The page that it is a version of; null: the chat's text."),
  text: z.string(),
}).meta({ id: "CanvasVersionText" });

const ofPage = "Of this page; absent: of the chat's text.";
const CanvasUndo = z
  .object({ version_id: jsonId.optional(), page_id: jsonId.optional().describe(ofPage) })
  .meta({ id: "CanvasUndo" });

export const PageKind = z.enum([
  "text",
  "code",
  "html",
  "react",
  "svg",
  "mermaid",
  "vega-lite",
  "csv",
  "markdown",
]);
export const MAX_PAGES = 50;

const CanvasPageEntry = z
  .object({
    id: z.int(),
    title: z.string(),
    kind: PageKind,
    language: z.string().nullable().describe("Of code: in which language."),
    created_at: timestamp,
  })
  .meta({ id: "CanvasPageEntry" });
const CanvasPage = CanvasPageEntry.extend({ text: z.string() }).meta({ id: "CanvasPage" });

const title = name(MAX_TITLE_LENGTH);
const pageText = z.string().max(1_048_576).refine(hasNoNul, NUL);
export const CanvasPageCreate = z
  .object({
    title,
    kind: PageKind,
    language: name(50).nullish(),
    text: pageText.default(""),
  })
  .meta({ id: "CanvasPageCreate" });
const CanvasPageUpdate = z
  .object({
    title: title.optional(),
    text: pageText.optional(),
    replaces: pageText
      .optional()
      .describe("The text you started from. Returns 409 if the page has changed since."),
    discards: pageText
      .optional()
      .describe("The text that isn't kept after a conflict. It becomes the newest version."),
  })
  .meta({ id: "CanvasPageUpdate" });

const cursorContext = z.string().max(MAX_CURSOR_CONTEXT).refine(hasNoNul, NUL);
export const CanvasCursor = z
  .object({
    page_id: jsonId.nullable().describe("Null: the chat's text."),
    offset: z.int().min(0).max(1_048_576).describe("In UTF-16 code units, with line ends of one character."),
    before: cursorContext.describe("The text before the cursor, by which others find it in their own draft."),
    after: cursorContext.describe("The text after it."),
  })
  .meta({ id: "CanvasCursor" });

const pageParams = chatParams.extend({ page_id: id });

export const canvasApi = {
  listCanvasPages: operation(endpoints.listCanvasPages, {
    summary: "List pages of a canvas",
    description: "The pages besides the chat's text, oldest first, without their texts.",
    params: chatParams,
    returns: z.array(CanvasPageEntry),
  }),
  createCanvasPage: operation(endpoints.createCanvasPage, {
    summary: "Add a page to a canvas",
    description: `Owners and admins of the chat may. Returns 409 if the canvas has ${MAX_PAGES} pages.`,
    params: chatParams,
    body: json(CanvasPageCreate, { mostBytes: jsonLimits.chat }),
    returns: CanvasPage,
    status: 201,
  }),
  getCanvasPage: operation(endpoints.getCanvasPage, {
    summary: "Get a page of a canvas",
    params: pageParams,
    returns: CanvasPage,
  }),
  updateCanvasPage: operation(endpoints.updateCanvasPage, {
    summary: "Update a page of a canvas",
    description: "A new text keeps the one before as a version.",
    params: pageParams,
    body: json(CanvasPageUpdate, { mostBytes: jsonLimits.page }),
    returns: CanvasPage,
  }),
  deleteCanvasPage: operation(endpoints.deleteCanvasPage, {
    summary: "Delete a page of a canvas",
    description: "With its versions.",
    params: pageParams,
    returns: z.object({ success: z.literal(true), message: z.string() }),
  }),
  listCanvasVersions: operation(endpoints.listCanvasVersions, {
    summary: "List versions of a canvas",
    description:
      "The last 50 versions, newest first. Continuous typing by the same person counts as a single change.",
    params: chatParams,
    query: z.object({ page_id: id.optional().describe(ofPage) }),
    returns: z.array(CanvasVersion),
  }),
  getCanvasVersion: operation(endpoints.getCanvasVersion, {
    summary: "Get a version of a canvas",
    description: "With its whole text. Undo with its `version_id` restores it.",
    params: chatParams.extend({ version_id: id }),
    returns: CanvasVersionText,
  }),
  undoCanvas: operation(endpoints.undoCanvas, {
    summary: "Undo the last change of a canvas",
    description:
      "Restores the newest version, or `version_id`. The undo is a change itself, so a second undo reverts it.",
    params: chatParams,
    body: json(CanvasUndo),
    returns: z.object({ canvas: ChatDetail.shape.canvas }),
  }),
  exportCanvas: operation(endpoints.exportCanvas, {
    summary: "Download a text of a canvas",
    description:
      "The chat's text, or a page of the kind `markdown` or `text`, as a Word document with headings, lists, tables, links and footnotes, or as Markdown. Returns 400 for other kinds of pages and 413 for a text that is too large for a Word document.",
    params: chatParams,
    query: z.object({
      page_id: id.optional().describe(ofPage),
      format: z.enum(["docx", "md"]).default("docx"),
    }),
    returns: z.unknown(),
    types: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/markdown"],
    allowance: "heavy",
  }),
  tellCanvasCursor: operation(endpoints.tellCanvasCursor, {
    summary: "Show others where you write in a canvas",
    description: "Owners and admins of the chat may. Members receive it as the event `cursor`.",
    params: chatParams,
    body: json(CanvasCursor),
    returns: z.object({ success: z.literal(true) }),
  }),
};
