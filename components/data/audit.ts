import type { z } from "zod";
import type { AuditEntry } from "@/lib/identity/audit/contract";
import { auditApi } from "@/lib/identity/audit/operations";
import { pagesFor } from "./query";

export type LogEntry = z.output<typeof AuditEntry>;
export type AuditFilter = { action?: LogEntry["action"]; user_id?: number };

const PAGE = 50;
export const firstEntries = { page: 1, page_size: PAGE };
export const auditQuery = (id: string, filter: AuditFilter = {}) =>
  pagesFor(auditApi.listAuditLog, PAGE, { params: { id }, query: filter });
