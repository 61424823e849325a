import { caps } from "@/lib/ai/usage/service";
import { paged } from "@/lib/api/routes";
import { groupsApi } from "@/lib/identity/groups/contract";
import * as groups from "@/lib/identity/groups/service";
import { invitations, members } from "@/lib/identity/groups/service";
import { implement } from "../implement";

export const groupsRoutes = implement("Groups", groupsApi, {
  listGroups: ({ viewer }) => groups.list(viewer),
  createGroup: ({ viewer, body, call }) => groups.make(viewer, body, call),
  joinGroup: ({ viewer, body, call }) => groups.join(viewer, body.invitation_token, call),
  getGroup: ({ viewer, params }) => groups.read(viewer, params.id),
  updateGroup: async ({ viewer, params, body, call }) => {
    const group = await groups.update(viewer, params.id, body, call);
    caps.forget(params.id);
    return group;
  },
  listGroupMembers: async ({ viewer, params, query }) =>
    paged(await members.listMembers(viewer, params.id, query)),
  updateGroupMember: ({ viewer, params, body, call }) =>
    members.changeRole(viewer, params.id, params.user_id, body.role, call),
  removeGroupMember: ({ viewer, params, call }) =>
    members.removeMember(viewer, params.id, params.user_id, call),
  listInvitations: async ({ viewer, params, query }) =>
    paged(await invitations.listInvitations(viewer, params.id, query)),
  createInvitation: ({ viewer, params, body, call }) => invitations.invite(viewer, params.id, body, call),
  revokeInvitation: ({ viewer, params, call }) =>
    invitations.revokeInvitation(viewer, params.id, params.invitation_id, call),
  revokeInvitations: ({ viewer, params, call }) => invitations.revokeInvitations(viewer, params.id, call),
});
