/** What people call the roles in a chat and in a group. */
export const roleNames = { owner: "Owner", admin: "Admin", member: "Member" };
