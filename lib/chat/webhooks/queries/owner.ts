import { sql } from "drizzle-orm";
import { groupMembers, groups, users } from "@/db/schema/accounts";

/**
 * Builds the condition that the webhook's creator may still manage webhooks of an active group. Deliveries use the
 * creator's permissions, so they stop when the creator loses these.
 * @param hook the alias of the webhooks table in the statement
 */
export const hasMaker = (hook: "hook" | "webhooks") => {
  const row = sql.identifier(hook);
  return sql<boolean>`exists (select from ${groupMembers} maker
    join ${users} account on account.id = maker.user_id and account.disabled_at is null
    join ${groups} own on own.id = maker.group_id and own.suspended_at is null
    where maker.group_id = ${row}.group_id and maker.user_id = ${row}.created_by and maker.role <> 'member')`;
};
