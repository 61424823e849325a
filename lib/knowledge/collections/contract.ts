import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import {
  hasNoNul,
  id,
  NUL,
  name,
  page,
  pageSize,
  reference,
  SuccessMessage,
  timestamp,
} from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { audience, usableBy } from "@/lib/identity/audiences/contract";
import { UserMini } from "@/lib/identity/people/contract";
import { Document } from "@/lib/knowledge/documents/contract";
import { endpoints } from "./operations";

const Collection = z
  .object({
    id: z.int(),
    uuid: z.guid(),
    name: z.string(),
    description: z.string().nullable(),
    usable_by: usableBy,
    user_ids: z.array(z.int()).describe("Empty for those who may not change it."),
    documents_count: z.int().describe("Those that you may read."),
    chats_count: z.int().describe("That it is attached to, also those that the caller does not see."),
    may_change: z
      .boolean()
      .describe(
        "Whether you can change its name and contents: its creator, and owners and admins of the group, can.",
      ),
    created_by: UserMini.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "Collection" });
export const CollectionDetail = Collection.extend({
  chats: z
    .array(z.object({ id: z.int(), uuid: z.guid(), name: z.string() }))
    .describe("That it is attached to, of the caller's own."),
}).meta({ id: "CollectionDetail" });

const description = z.string().trim().max(2000).refine(hasNoNul, NUL).nullish();
export const CollectionCreate = z
  .object({ name: name(100), description, ...audience })
  .meta({ id: "CollectionCreate" });
export const CollectionUpdate = z
  .object({ name: name(100).optional(), description, ...audience })
  .meta({ id: "CollectionUpdate" });

const params = z.object({ id });
const membership = z.object({ id, document_id: id });

export const collectionsApi = {
  listCollections: operation(endpoints.listCollections, {
    summary: "List the collections that you may read",
    description: "In the order of their names.",
    query: z.object({
      page,
      page_size: pageSize,
      chat_id: reference.optional().describe("Only those that are attached to this chat."),
      search: z
        .string()
        .max(200)
        .optional()
        .describe("Case-insensitive substring of the name, accents folded."),
    }),
    returns: z.array(Collection),
  }),
  createCollection: operation(endpoints.createCollection, {
    summary: "Create a collection",
    description:
      "Without `usable_by` it is for the group, or for you if members of the group may create collections for themselves only (`members_add_documents` of the group).",
    body: json(CollectionCreate),
    returns: CollectionDetail,
    status: 201,
  }),
  getCollection: operation(endpoints.getCollection, {
    summary: "Get a collection",
    params,
    returns: CollectionDetail,
  }),
  updateCollection: operation(endpoints.updateCollection, {
    summary: "Change a collection",
    description:
      "Requires its creator, or an owner or admin of the group who sees it. What its connectors have imported gets its new audience, and other documents keep theirs.",
    params,
    body: json(CollectionUpdate),
    returns: CollectionDetail,
  }),
  deleteCollection: operation(endpoints.deleteCollection, {
    summary: "Delete a collection",
    description:
      "The documents stay in the library. Requires the creator of the collection, or an owner or admin of the group.",
    params,
    returns: SuccessMessage,
  }),
  addToCollection: operation(endpoints.addToCollection, {
    summary: "Add a document to a collection",
    description:
      "A document of a chat or a project is copied to the library first, for the audience of the collection, unless the collection already has the same file. Returns the document in the collection. Requires the creator of the collection, or an owner or admin of the group.",
    params: membership,
    returns: Document,
  }),
  removeFromCollection: operation(endpoints.removeFromCollection, {
    summary: "Remove a document from a collection",
    description:
      "The document stays in the library. Requires the creator of the collection, or an owner or admin of the group.",
    params: membership,
    returns: SuccessMessage,
  }),
};

const attachment = chatParams.extend({ collection_id: id });
const Attached = z.object({ collections: z.array(z.object({ id: z.int(), name: z.string() })) });
export const chatCollectionsApi = {
  attachCollection: operation(endpoints.attachCollection, {
    summary: "Attach a collection to a chat",
    description:
      "Returns the collections that are attached afterwards, as far as you may read them. Replies use what everyone in the chat may read. Requires an owner or admin of the chat.",
    params: attachment,
    returns: Attached,
  }),
  detachCollection: operation(endpoints.detachCollection, {
    summary: "Detach a collection from a chat",
    params: attachment,
    returns: Attached,
  }),
};
