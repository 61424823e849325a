import { toListReply } from "@/lib/api/routes";
import { groupsApi } from "@/lib/identity/groups/contract";
import * as groups from "@/lib/identity/groups/service";
import { caps } from "@/lib/llm/usage/service";
import { implement } from "../implement";

export const groupsRoutes = implement("Groups", groupsApi, {
  listGroups: ({ viewer }) => groups.list(viewer),
  createGroup: ({ viewer, body, call }) => groups.make(viewer, body, call),
  joinGroup: ({ viewer, body, call }) => groups.join(viewer, body.invitation_token, call),
  getGroup: ({ viewer, params }) => groups.read(viewer, params.id),
  updateGroup: async ({ viewer, params, body, call }) => {
    const group = await groups.update(viewer, params.id, body, call);
    caps.invalidate(params.id);
    return group;
  },
  listGroupMembers: async ({ viewer, params, query }) =>
    toListReply(await groups.listMembers(viewer, params.id, query)),
  updateGroupMember: ({ viewer, params, body, call }) =>
    groups.changeRole(viewer, params.id, params.user_id, body.role, call),
  removeGroupMember: ({ viewer, params, call }) =>
    groups.removeMember(viewer, params.id, params.user_id, call),
  listInvitations: async ({ viewer, params, query }) =>
    toListReply(await groups.listInvitations(viewer, params.id, query)),
  createInvitation: ({ viewer, params, body, call }) => groups.invite(viewer, params.id, body, call),
  revokeInvitation: ({ viewer, params, call }) =>
    groups.revokeInvitation(viewer, params.id, params.invitation_id, call),
  revokeInvitations: ({ viewer, params, call }) => groups.revokeInvitations(viewer, params.id, call),
});
