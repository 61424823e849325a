import { implement } from "@/app/api/v1/implement";
import { paged } from "@/lib/api/routes";
import { auditApi } from "@/lib/identity/audit/contract";
import * as audit from "@/lib/identity/audit/service";

export const auditRoutes = implement("Groups", auditApi, {
  listAuditLog: async ({ viewer, params, query }) => paged(await audit.list(viewer, params.id, query)),
});
