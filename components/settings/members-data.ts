import { infiniteQueryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import { type AuditEntry, auditApi } from "@/lib/identity/audit/contract";
import { type GroupMember, groupsApi, type Invitation } from "@/lib/identity/groups/contract";

export type Member = z.output<typeof GroupMember>;
export type OpenInvitation = z.output<typeof Invitation>;
export type LogEntry = z.output<typeof AuditEntry>;
export type Role = Member["role"];
/** The reader. */
export type Me = { id: number; role: Role; groupId: string };

/** How many of a list come at once. */
export const PAGE = 50;
export const roleNames = { owner: "Owner", admin: "Admin", member: "Member" };

const following = (last: unknown[], _all: unknown, page: number) =>
  last.length === PAGE ? page + 1 : undefined;

export const membersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [groupsApi.listGroupMembers.path, id],
    queryFn: ({ pageParam: page, signal }): Promise<Member[]> =>
      call(groupsApi.listGroupMembers, { params: { id }, query: { page, page_size: PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: following,
  });

export const invitationsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [groupsApi.listInvitations.path, id],
    queryFn: ({ pageParam: page, signal }): Promise<OpenInvitation[]> =>
      call(groupsApi.listInvitations, { params: { id }, query: { page, page_size: PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: following,
  });

/** What of the audit log is shown; all of it when nothing is chosen. */
export type AuditFilter = { action?: LogEntry["action"]; user_id?: number };

export const auditQuery = (id: string, filter: AuditFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [auditApi.listAuditLog.path, id, filter],
    queryFn: ({ pageParam: page, signal }): Promise<LogEntry[]> =>
      call(auditApi.listAuditLog, { params: { id }, query: { page, page_size: PAGE, ...filter }, signal }),
    initialPageParam: 1,
    getNextPageParam: following,
  });
