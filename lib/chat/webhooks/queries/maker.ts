import { sql } from "drizzle-orm";
import { groupMembers, groups, users } from "@/db/schema/accounts";

/**
 * Whether whoever made a webhook may still manage the webhooks of its group,
 * neither of which is suspended:
 * it is told what they may see, and nothing once that is over.
 * @param hook What the statement calls the webhook
 */
export const hasMaker = (hook: "hook" | "webhooks") => {
  const row = sql.identifier(hook);
  return sql<boolean>`exists (select from ${groupMembers} maker
    join ${users} account on account.id = maker.user_id and account.disabled_at is null
    join ${groups} own on own.id = maker.group_id and own.suspended_at is null
    where maker.group_id = ${row}.group_id and maker.user_id = ${row}.created_by and maker.role <> 'member')`;
};
