import { ApiReply, toListReply } from "@/lib/api/routes";
import * as collections from "@/lib/knowledge/collections/service";
import { documentsApi } from "@/lib/knowledge/documents/contract";
import * as documents from "@/lib/knowledge/documents/service";
import { invalid } from "@/lib/platform/errors";
import { implement } from "../implement";

export const documentsRoutes = implement("Documents", documentsApi, {
  addDocuments: async ({ viewer, body }) => {
    const { chat_id: chat, chat_workspace_id: workspace, collection_id: collection } = body;
    const { folder, usable_by, user_ids } = body;
    if (body.files.length === 0) throw invalid(["body", "files"], "Send at least one file.");
    if (chat !== undefined && collection !== undefined)
      throw invalid(["body", "collection_id"], "Collections hold documents of the library, not of a chat.");
    if (workspace !== undefined && (chat ?? collection) !== undefined)
      throw invalid(
        ["body", "chat_workspace_id"],
        "Name a project, a chat or a collection, only one of them.",
      );
    const files = await documents.storeUploads(viewer.group.id, body.files);
    return collection === undefined
      ? documents.add(viewer, { chat, workspace, folder, usable_by, user_ids }, files)
      : collections.addFiles(viewer, collection, { folder, usable_by, user_ids }, files);
  },
  listDocuments: async ({ viewer, query }) => toListReply(await documents.list(viewer, query)),
  listDocumentFolders: ({ viewer, query }) => documents.listFolders(viewer, query.chat_id),
  renameDocumentFolder: ({ viewer, body }) => documents.renameFolder(viewer, body),
  getDocument: ({ viewer, params }) => documents.get(viewer, params.id),
  updateDocument: ({ viewer, params, body }) => documents.update(viewer, params.id, body),
  deleteDocument: ({ viewer, params }) => documents.remove(viewer, params.id),
  getDocumentContent: async ({ viewer, params, call }) => {
    const { stream, headers, status } = await documents.download(viewer, params.id, call.range);
    return new ApiReply({ kind: "file", stream }, headers, status);
  },
  getDocumentPicture: async ({ viewer, params, query, call }) => {
    const { stream, headers, status } = await documents.downloadPicture(
      viewer,
      params.id,
      query.page,
      call.range?.ifNoneMatch,
    );
    return new ApiReply({ kind: "file", stream }, headers, status);
  },
  getDocumentText: ({ viewer, params, query }) => documents.readText(viewer, params.id, query),
  reindexDocument: ({ viewer, params }) => documents.reindex(viewer, params.id),
  cancelDocument: ({ viewer, params }) => documents.cancel(viewer, params.id),
  copyDocument: ({ viewer, params, body }) => documents.copy(viewer, params.id, body),
});
