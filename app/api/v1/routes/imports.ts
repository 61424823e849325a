import { toListReply } from "@/lib/api/routes";
import { importsApi } from "@/lib/knowledge/imports/contract";
import * as imports from "@/lib/knowledge/imports/service";
import { implement } from "../implement";

export const importsRoutes = implement("Imports", importsApi, {
  startImport: ({ viewer, body }) => imports.start(viewer, body),
  listImports: async ({ viewer, query }) => toListReply(await imports.list(viewer, query)),
  getImport: ({ viewer, params }) => imports.get(viewer, params.id),
  chooseImportParts: ({ viewer, params, body }) => imports.chooseParts(viewer, params.id, body.parts),
  listImportItems: async ({ viewer, params, query }) =>
    toListReply(await imports.listItems(viewer, params.id, query)),
  cancelImport: ({ viewer, params }) => imports.cancel(viewer, params.id),
});
