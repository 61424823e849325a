import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  addDocuments: post("/documents", { files: "files" }),
  listDocuments: get("/documents"),
  listDocumentFolders: get("/documents/folders"),
  renameDocumentFolder: patch("/documents/folders"),
  getDocument: get("/documents/{id}"),
  updateDocument: patch("/documents/{id}"),
  deleteDocument: del("/documents/{id}"),
  getDocumentContent: get("/documents/{id}/content"),
  getDocumentPicture: get("/documents/{id}/picture"),
  getDocumentText: get("/documents/{id}/text"),
  reindexDocument: post("/documents/{id}/reindex"),
  cancelDocument: post("/documents/{id}/cancel"),
  copyDocument: post("/documents/{id}/copy"),
};
export const documentsApi: Client<typeof contract.documentsApi, typeof endpoints> = endpoints;
