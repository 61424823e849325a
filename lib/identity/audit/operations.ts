import { type Client, get } from "@/lib/api/operations";
import type * as contract from "./contract";

export const endpoints = {
  listAuditLog: get("/groups/{id}/audit-log"),
};
export const auditApi: Client<typeof contract.auditApi, typeof endpoints> = endpoints;
