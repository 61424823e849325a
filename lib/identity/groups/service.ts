export * from "./groups";
export * as invitations from "./invitations";
export { inviteAll, listInvitations } from "./invitations";
export * as members from "./members";
export { listMembers, removeMember } from "./members";
