import { z } from "zod";
import { get, json, operation } from "@/lib/api/contract";
import { int, jsonId, messageId, uuid } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { endpoints } from "./operations";

const MAX_DOCUMENTS = 500;
const MAX_COLLECTIONS = 100;

export const PublicKnowledge = z
  .object({
    documents: z.array(
      z.object({
        id: z.int(),
        file_name: z.string(),
        status: z.enum(["queued", "processing", "ready", "failed"]),
      }),
    ),
    collections: z.array(z.object({ id: z.int(), name: z.string(), documents_count: z.int() })),
    opens_files: z
      .boolean()
      .describe(
        "Visitors may open the files that replies cite. Otherwise a source opens as its passage only.",
      ),
  })
  .meta({ id: "PublicKnowledge" });

export const PublicKnowledgeInput = z
  .object({
    document_ids: z
      .array(jsonId)
      .max(MAX_DOCUMENTS)
      .describe("Documents of the chat, or of the library that its assistant knows."),
    collection_ids: z
      .array(jsonId)
      .max(MAX_COLLECTIONS)
      .describe("Collections attached to the chat, or known to its assistant."),
    opens_files: z.boolean(),
  })
  .meta({ id: "PublicKnowledgeInput" });

export const publicKnowledgeApi = {
  getPublicKnowledge: operation(endpoints.getPublicKnowledge, {
    summary: "Get what replies to visitors draw on",
    description: "Empty until someone chooses documents or collections.",
    params: chatParams,
    returns: PublicKnowledge,
  }),
  setPublicKnowledge: operation(endpoints.setPublicKnowledge, {
    summary: "Choose what replies to visitors draw on",
    description:
      "Replaces the choice. **The text of what you choose becomes public**: replies quote it, and visitors can open the passages that replies cite. What is no longer chosen can't be opened any more, from earlier replies neither. Detaching a collection from the chat takes it out of the choice.",
    params: chatParams,
    body: json(PublicKnowledgeInput),
    returns: PublicKnowledge,
  }),
};

export const PublicCitation = z
  .object({ n: z.int(), title: z.string(), page: z.int().nullable() })
  .meta({ id: "PublicCitation" });

export const PublicPassage = PublicCitation.extend({
  text: z.string(),
  file_url: z
    .string()
    .nullable()
    .describe("The whole file, if visitors may open it. To be asked for with the session id."),
}).meta({ id: "PublicPassage" });

const sid = z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it.");
const ofReply = {
  access: "visitor",
  sameOrigin: true,
  params: z.object({ chat_id: uuid, message_id: messageId, n: int(1, 99) }),
  query: z.object({ sid }),
} as const;

export const publicCitationsApi = {
  getPublicCitation: get("/public/chats/{chat_id}/messages/{message_id}/citations/{n}", {
    summary: "Get a passage that a reply to a visitor cites",
    description:
      "`n` is the number in the reply. Returns 404 if the document has changed or visitors can't read it any more.",
    ...ofReply,
    returns: PublicPassage,
  }),
  getPublicCitationFile: get("/public/chats/{chat_id}/messages/{message_id}/citations/{n}/content", {
    summary: "Get the file that a reply to a visitor cites",
    description: "Returns 404 unless the chat lets visitors open files.",
    ...ofReply,
    returns: z.unknown(),
    ranges: true,
  }),
};
