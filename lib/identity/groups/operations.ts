import { type Client, del, get, patch, post } from "@/lib/api/operations";
import type * as contract from "./contract";

export type MembersCreate = (typeof MEMBERS_CREATE)[number];
export const MEMBERS_CREATE = ["nothing", "own", "shared"] as const;

export const endpoints = {
  createGroup: post("/groups"),
  getGroup: get("/groups/{id}"),
  updateGroup: patch("/groups/{id}"),
  listGroupMembers: get("/groups/{id}/members"),
  updateGroupMember: patch("/groups/{id}/members/{user_id}"),
  removeGroupMember: del("/groups/{id}/members/{user_id}"),
  listInvitations: get("/groups/{id}/invitations"),
  createInvitation: post("/groups/{id}/invitations"),
  revokeInvitation: del("/groups/{id}/invitations/{invitation_id}"),
};
export const groupsApi: Client<typeof contract.groupsApi, typeof endpoints> = endpoints;
