import { implement, Special } from "@/lib/api/routes";
import { documentsApi } from "./contract";
import * as documents from "./service";

export const documentsRoutes = implement("Documents", documentsApi, {
  getDocumentContent: async ({ viewer, params }) => {
    const { stream, headers } = await documents.download(viewer, params.id);
    return new Special({ kind: "file", stream }, headers);
  },
});
