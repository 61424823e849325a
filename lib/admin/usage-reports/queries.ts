import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { isNamedTo } from "@/db/named-assistants";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatMembers, chats } from "@/db/schema/chats";
import { modelPrices, usage } from "@/db/schema/usage";

const keys = {
  day: sql<string>`usage.day::text`,
  assistant: sql<string>`usage.virtual_assistant_id::text`,
  chat: sql<string>`usage.chat_id::text`,
  member: sql<string>`usage.user_id::text`,
  model: sql<string>`usage.model`,
  kind: sql<string>`usage.kind`,
} satisfies Record<string, SQL>;
export type By = keyof typeof keys;

/** `from` and `to` are inclusive days. */
export type UsageFilter = GroupKey & { from: string; to: string; chatId?: number; userId?: number };

const sums = {
  replies: sql<number>`coalesce(sum(usage.replies), 0)::float8`,
  inputTokens: sql<number>`coalesce(sum(usage.input_tokens), 0)::float8`,
  outputTokens: sql<number>`coalesce(sum(usage.output_tokens), 0)::float8`,
  /** Null when no model has a price. */
  cost: sql<
    number | null
  >`(sum(usage.input_tokens * model_prices.input + usage.output_tokens * model_prices.output) / 1000000)::float8`,
  unpricedTokens: sql<number>`coalesce(sum(usage.input_tokens + usage.output_tokens)
    filter (where model_prices.model is null), 0)::float8`,
};

const priced = and(eq(modelPrices.groupId, usage.groupId), eq(modelPrices.model, usage.model));
const within = ({ groupId, from, to, chatId, userId }: UsageFilter) =>
  and(
    eq(usage.groupId, groupId),
    sql`usage.day between ${from}::date and ${to}::date`,
    chatId === undefined ? undefined : eq(usage.chatId, chatId),
    userId === undefined ? undefined : eq(usage.userId, userId),
  );

export async function sumUsage(which: UsageFilter) {
  return requireRow(await db().select(sums).from(usage).leftJoin(modelPrices, priced).where(within(which)));
}
export type Sums = Awaited<ReturnType<typeof sumUsage>>;

export const listUsageBy = ({ by, limit, ...which }: UsageFilter & { by: By; limit: number }) =>
  db()
    .select({ key: keys[by], ...sums })
    .from(usage)
    .leftJoin(modelPrices, priced)
    .where(within(which))
    .groupBy(keys[by])
    .orderBy(sql`sum(usage.input_tokens + usage.output_tokens) desc, sum(usage.replies) desc, 1`)
    .limit(limit);

type NameQuery = GroupKey & { ids: number[]; userId: number };

/** Resolves names that the caller may see. Chats are limited to those that the caller is a member of. */
export const names = {
  assistant: ({ groupId, ids, userId }: NameQuery) =>
    db()
      .select({ id: virtualAssistants.id, name: virtualAssistants.name })
      .from(virtualAssistants)
      .where(
        and(eq(virtualAssistants.groupId, groupId), inArray(virtualAssistants.id, ids), isNamedTo(userId)),
      ),
  chat: ({ groupId, ids, userId }: NameQuery) =>
    db()
      .select({ id: chats.id, name: chats.name })
      .from(chats)
      .innerJoin(chatMembers, and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId)))
      .where(and(eq(chats.groupId, groupId), inArray(chats.id, ids))),
  member: ({ groupId, ids }: NameQuery) =>
    db()
      .select({ id: users.id, name: users.fullName })
      .from(users)
      // Includes people who have left the group, because their names also remain on their messages.
      .where(
        and(
          inArray(users.id, ids),
          sql`exists (select from ${usage} where usage.group_id = ${groupId} and usage.user_id = users.id)`,
        ),
      ),
};
