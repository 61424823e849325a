import { or, type SQL, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "./audiences";
import { chatMembers, chatWorkspaces } from "./schema/chats";

/** Condition for workspaces that the seeker may use or in which they have a chat. */
export const isWorkspaceVisible = (seeker: Seeker): SQL | undefined =>
  or(
    isUsableBy(chatWorkspaces, seeker),
    sql`(${chatWorkspaces.groupId} = ${seeker.groupId}::uuid and exists (select from ${chatMembers} inside
      where inside.user_id = ${seeker.userId}::int and inside.group_id = ${seeker.groupId}::uuid
        and inside.chat_workspace_id = ${chatWorkspaces.id}))`,
  );
