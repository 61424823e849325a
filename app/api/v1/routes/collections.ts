import { toListReply } from "@/lib/api/routes";
import { chatCollectionsApi, collectionsApi } from "@/lib/knowledge/collections/contract";
import * as collections from "@/lib/knowledge/collections/service";
import { implement } from "../implement";

export const collectionsRoutes = implement("Collections", collectionsApi, {
  listCollections: async ({ viewer, query }) => toListReply(await collections.list(viewer, query)),
  createCollection: ({ viewer, body }) => collections.create(viewer, body),
  getCollection: ({ viewer, params }) => collections.get(viewer, params.id),
  updateCollection: ({ viewer, params, body }) => collections.update(viewer, params.id, body),
  deleteCollection: ({ viewer, params }) => collections.remove(viewer, params.id),
  addToCollection: ({ viewer, params }) => collections.addDocument(viewer, params.id, params.document_id),
  removeFromCollection: ({ viewer, params }) =>
    collections.removeDocument(viewer, params.id, params.document_id),
});

export const chatCollectionsRoutes = implement("Collections", chatCollectionsApi, {
  attachCollection: ({ viewer, params }) => collections.attach(viewer, params.chat_id, params.collection_id),
  detachCollection: ({ viewer, params }) => collections.detach(viewer, params.chat_id, params.collection_id),
});
