import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { GroupMember, Invitation } from "@/lib/identity/groups/contract";
import { groupsApi } from "@/lib/identity/groups/operations";
import { pagesFor, queryFor } from "./query";

export type GroupMemberItem = z.output<typeof GroupMember>;
export type OpenInvitation = z.output<typeof Invitation>;
export type GroupRole = GroupMemberItem["role"];

export type Me = { id: number; role: GroupRole; groupId: string };

const PAGE = 50;
/** First page of members and invitations, which the server prefetches. */
export const firstPage = { page: 1, page_size: PAGE };

export const groupQuery = (id: string) => queryFor(groupsApi.getGroup, { params: { id } });
export const membersQuery = (id: string) => pagesFor(groupsApi.listGroupMembers, PAGE, { params: { id } });
export const invitationsQuery = (id: string) => pagesFor(groupsApi.listInvitations, PAGE, { params: { id } });

export const someMembersQuery = (id: string, query: { search?: string; page_size: number }) =>
  queryFor(groupsApi.listGroupMembers, { params: { id }, query });

export const refreshMembers = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: membersQuery(id).queryKey });
export const refreshInvitations = (client: QueryClient, id: string) =>
  client.invalidateQueries({ queryKey: invitationsQuery(id).queryKey });
