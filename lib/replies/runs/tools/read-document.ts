import { z } from "zod";
import { jsonInteger } from "@/lib/api/fields";
import * as documents from "@/lib/knowledge/documents/service";
import { isDocumentInReach } from "@/lib/knowledge/search/service";
import { notFound } from "@/lib/platform/errors";
import { citePassages, documentId, MAX_EXCERPT_LENGTH } from "./cite-passages";
import { tool } from "./definition";

export const readDocument = tool({
  description: "Read a stretch of a document's text, from its beginning or from `offset`.",
  input: z.object({
    document_id: documentId,
    offset: jsonInteger(0).default(0).describe("Characters to skip."),
  }),
  kind: "read",
  label: "Reading a document",
  about: ({ document_id: id, offset }) => `Document ${id}${offset > 0 ? `, from character ${offset}` : ""}`,
  applies: ({ has }) => has.documents,
  run: async (viewer, { document_id: id, offset }, setting) => {
    if (!(await isDocumentInReach(setting.chat, setting.audience, id))) throw notFound("Document");
    const document = await documents.get(viewer, id);
    const stretch = await documents.readText(viewer, id, { offset, limit: MAX_EXCERPT_LENGTH });
    const source = {
      documentId: id,
      messageId: null,
      title: document.file_name,
      text: stretch.text,
      page: null,
      seconds: null,
      start: stretch.offset,
      length: stretch.text.length,
      chatUuid: null,
    };
    const { text } = citePassages([source], setting, MAX_EXCERPT_LENGTH);
    const next = stretch.next_offset === null ? "That is its end." : `Go on at ${stretch.next_offset}.`;
    return { text: `${text}\n\n${next}` };
  },
});
