import { z } from "zod";
import { del, get, json, operation, post } from "@/lib/api/contract";
import { id, name, page, pageSize, SuccessMessage, timestamp, uuid } from "@/lib/api/fields";
import { email, GroupMini, GroupRole, UserMini } from "@/lib/identity/people/contract";
import { endpoints, MEMBERS_CREATE } from "./operations";

export const Group = GroupMini.extend({
  members_count: z.int(),
  monthly_tokens: z
    .int()
    .nullable()
    .describe("Tokens that the group's assistants may use in a calendar month (UTC). Null means no limit."),
  members_create: z
    .enum(MEMBERS_CREATE)
    .describe(
      "What members may create: assistants and prompts for themselves (`own`), or for others too (`shared`).",
    ),
  members_add_documents: z
    .enum(MEMBERS_CREATE)
    .describe(
      "What members may add to the library: documents and collections for themselves (`own`), or for others too (`shared`).",
    ),
  created_at: timestamp,
}).meta({ id: "Group" });
const GroupUpdate = z
  .object({
    name: name(100).optional(),
    monthly_tokens: z.int().min(1).nullable().optional(),
    members_create: z.enum(MEMBERS_CREATE).optional(),
    members_add_documents: z.enum(MEMBERS_CREATE).optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    path: ["name"],
    error: "Give a name, `monthly_tokens`, `members_create` or `members_add_documents`.",
  })
  .meta({ id: "GroupUpdate", minProperties: 1 });
export const GroupMember = UserMini.extend({ role: GroupRole, joined_at: timestamp }).meta({
  id: "GroupMember",
});
// Links can't grant ownership.
const InvitedRole = z.enum(["admin", "member"]);
export const Invitation = z
  .object({
    id: z.int(),
    email: z.string().nullable().describe("Null: a link for whoever has it."),
    role: GroupRole,
    invited_by: UserMini,
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: "Invitation" });
const InvitationCreated = Invitation.extend({
  link: z.string().nullable().describe("Shown this once. Null when it was mailed."),
}).meta({ id: "InvitationCreated" });
export const InvitationCreate = z
  .object({
    email: email.nullish().describe("Absent: a link for whoever has it."),
    role: InvitedRole.default("member"),
    expires_in_days: z.int().min(1).max(30).default(7),
  })
  .meta({ id: "InvitationCreate" });

const group = { id: uuid };
const params = z.object(group);
const paging = { page, page_size: pageSize };
const managed = "For owners and admins.";

export const groupsApi = {
  listGroups: get("/groups", {
    summary: "List all groups that you are in",
    description:
      "The only operation that returns groups other than the token's own: a token reads and changes a single group.",
    returns: z.array(GroupMini),
  }),
  createGroup: operation(endpoints.createGroup, {
    summary: "Create a group",
    description: "One owns it. Sign in to it to use it.",
    body: json(z.object({ name: name(100) })),
    returns: GroupMini,
    status: 201,
    allowance: "heavy",
  }),
  joinGroup: post("/groups/join", {
    summary: "Accept an invitation",
    description:
      "The token is the last part of the invitation link. Returns 404 if it is unknown, expired, revoked, used or for another address.",
    body: json(z.object({ invitation_token: z.string().max(200) })),
    returns: GroupMini,
    allowance: "heavy",
  }),
  getGroup: operation(endpoints.getGroup, { summary: "Get the group", params, returns: Group }),
  updateGroup: operation(endpoints.updateGroup, {
    summary: "Rename the group, or limit what it uses and creates",
    description:
      "Requires an owner. When the monthly tokens are used up, replies say so and no model is called. Null removes the limit.",
    params,
    body: json(GroupUpdate),
    returns: Group,
  }),
  listGroupMembers: operation(endpoints.listGroupMembers, {
    summary: "List members of the group",
    params,
    query: z.object({ ...paging, search: z.string().trim().max(200).optional() }),
    returns: z.array(GroupMember),
  }),
  updateGroupMember: operation(endpoints.updateGroupMember, {
    summary: "Change someone's role",
    description:
      "Owners can change any role. Admins can change members and admins, to member or admin. Returns 409 for the last owner.",
    params: z.object({ ...group, user_id: id }),
    body: json(z.object({ role: GroupRole })),
    returns: GroupMember,
  }),
  removeGroupMember: operation(endpoints.removeGroupMember, {
    summary: "Remove someone, or leave",
    description:
      "Ends the person's sessions, API tokens and open streams in this group at once. If you remove someone else, open invitation links are revoked too. Returns 409 for the last owner.",
    params: z.object({ ...group, user_id: id }),
    returns: SuccessMessage,
  }),
  listInvitations: operation(endpoints.listInvitations, {
    summary: "List open invitations",
    description: managed,
    params,
    query: z.object(paging),
    returns: z.array(Invitation),
  }),
  createInvitation: operation(endpoints.createInvitation, {
    summary: "Invite someone by mail, or create a link",
    description: `${managed} An invitation by mail works once, for its address; a link works until it expires. Both stop working when their creator may no longer invite people.`,
    params,
    body: json(InvitationCreate),
    returns: InvitationCreated,
    status: 201,
    allowance: "heavy",
  }),
  revokeInvitation: operation(endpoints.revokeInvitation, {
    summary: "Revoke an invitation",
    description: managed,
    params: z.object({ ...group, invitation_id: id }),
    returns: SuccessMessage,
  }),
  revokeInvitations: del("/groups/{id}/invitations", {
    summary: "Revoke all open invitations",
    description: managed,
    params,
    returns: SuccessMessage,
  }),
};
