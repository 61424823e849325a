import { implement, paged } from "@/lib/api/routes";
import { auditApi } from "./contract";
import * as audit from "./service";

export const auditRoutes = implement("Groups", auditApi, {
  listAuditLog: async ({ viewer, params, query }) => paged(await audit.list(viewer, params.id, query)),
});
