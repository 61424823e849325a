import { type Client, del, get, patch, post, put } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listCollections: get("/collections"),
  createCollection: post("/collections"),
  getCollection: get("/collections/{id}"),
  updateCollection: patch("/collections/{id}"),
  deleteCollection: del("/collections/{id}"),
  addToCollection: put("/collections/{id}/documents/{document_id}"),
  removeFromCollection: del("/collections/{id}/documents/{document_id}"),
  attachCollection: put("/chats/{chat_id}/collections/{collection_id}"),
  detachCollection: del("/chats/{chat_id}/collections/{collection_id}"),
};
export const collectionsApi: Client<typeof contract.collectionsApi, typeof endpoints> = endpoints;
export const chatCollectionsApi: Client<typeof contract.chatCollectionsApi, typeof endpoints> = endpoints;
