import { toListReply } from "@/lib/api/routes";
import { auditApi } from "@/lib/identity/audit/contract";
import * as audit from "@/lib/identity/audit/service";
import { implement } from "../implement";

export const auditRoutes = implement("Groups", auditApi, {
  listAuditLog: async ({ viewer, params, query }) => toListReply(await audit.list(viewer, params.id, query)),
});
