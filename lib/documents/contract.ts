import { z } from "zod";
import { get } from "@/lib/api/contract";
import { id } from "@/lib/api/fields";

export const documentsApi = {
  getDocumentContent: get("/documents/{id}/content", {
    summary: "Download a document",
    params: z.object({ id }),
    returns: z.unknown(),
  }),
};
