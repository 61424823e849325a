import { implement, paged } from "@/lib/api/routes";
import { groupsApi } from "./contract";
import * as invitations from "./invitations";
import * as members from "./members";
import * as groups from "./service";

export const groupsRoutes = implement("Groups", groupsApi, {
  listGroups: ({ viewer }) => groups.list(viewer),
  createGroup: ({ viewer, body }) => groups.make(viewer, body),
  joinGroup: ({ viewer, body }) => groups.join(viewer, body.invitation_token),
  getGroup: ({ viewer, params }) => groups.read(viewer, params.id),
  updateGroup: ({ viewer, params, body }) => groups.rename(viewer, params.id, body),
  listGroupMembers: async ({ viewer, params, query }) =>
    paged(await members.listMembers(viewer, params.id, query)),
  updateGroupMember: ({ viewer, params, body }) =>
    members.changeRole(viewer, params.id, params.user_id, body.role),
  removeGroupMember: ({ viewer, params }) => members.removeMember(viewer, params.id, params.user_id),
  listInvitations: async ({ viewer, params, query }) =>
    paged(await invitations.listInvitations(viewer, params.id, query)),
  createInvitation: ({ viewer, params, body }) => invitations.invite(viewer, params.id, body),
  revokeInvitation: ({ viewer, params }) =>
    invitations.revokeInvitation(viewer, params.id, params.invitation_id),
  revokeInvitations: ({ viewer, params }) => invitations.revokeInvitations(viewer, params.id),
});
