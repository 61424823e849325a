import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { groups } from "@/db/schema/accounts";
import { modelConnections } from "@/db/schema/assistants";
import { chats } from "@/db/schema/chats";
import { installation } from "@/db/schema/installation";
import { modelPrices, usage } from "@/db/schema/usage";
import { VISITOR_KEY } from "@/lib/identity/access/service";

/**
 * Limits and usage in tokens. Null means no limit. `operator…` fields refer to models with the operator's keys. `own`
 * lists the ids of the group's own connections.
 */
export type Cap = {
  most: number | null;
  used: number;
  operatorMost: number | null;
  operatorUsed: number;
  own: string[];
};
const thisMonth = sql`date_trunc('month', now() at time zone 'utc')::date`;

const isOperators = sql`(kind = 'embedding' or not exists (select from ${modelConnections} own
  where own.group_id = usage.group_id and own.is_enabled and own.slug = split_part(usage.model, ':', 1)))`;

/**
 * Returns a group's monthly limits and usage.
 * @param byDefault limit for the operator's models if the group and the installation set none; 0 for no limit
 */
export async function getCap({ groupId, byDefault }: GroupKey & { byDefault: number }): Promise<Cap> {
  const rows = await db().execute<Cap>(sql`
    select limits.most, limits.operator as "operatorMost",
      coalesce(spent.tokens, 0)::float8 as used, coalesce(spent.operators, 0)::float8 as "operatorUsed",
      (select coalesce(json_agg(own.slug), '[]') from ${modelConnections} own
        where own.group_id = ${groupId}::uuid and own.is_enabled) as own
    from (select monthly_tokens::float8 as most,
        nullif(coalesce(operator_monthly_tokens, (select monthly_tokens from ${installation}), ${byDefault}::bigint), 0)::float8 as operator
      from ${groups} where groups.id = ${groupId}::uuid) limits
    left join lateral (
      select sum(input_tokens + output_tokens) as tokens,
        sum(input_tokens + output_tokens) filter (where ${isOperators}) as operators
      from ${usage} where usage.group_id = ${groupId}::uuid and day >= ${thisMonth}
        and coalesce(limits.most, limits.operator) is not null) spent on true`);
  return [...rows][0] ?? { most: null, used: 0, operatorMost: null, operatorUsed: 0, own: [] };
}

export async function sumOperatorUse({ groupIds }: { groupIds: string[] }): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map();
  const rows = await db()
    .select({ groupId: usage.groupId, tokens })
    .from(usage)
    .where(and(inArray(usage.groupId, groupIds), sql`day >= ${thisMonth}`, isOperators))
    .groupBy(usage.groupId);
  return new Map(rows.map((row) => [row.groupId, row.tokens]));
}

const tokens = sql<number>`coalesce(sum(${usage.inputTokens} + ${usage.outputTokens}), 0)::float8`;

export async function sumUseThisMonth({ groupId }: GroupKey): Promise<number> {
  const rows = await db()
    .select({ tokens })
    .from(usage)
    .where(and(eq(usage.groupId, groupId), sql`day >= ${thisMonth}`));
  return requireRow(rows).tokens;
}

export async function sumChatUseThisMonth({ chatId }: { chatId: number }): Promise<number> {
  const rows = await db()
    .select({ tokens })
    .from(usage)
    .where(and(eq(usage.chatId, chatId), sql`day >= ${thisMonth}`));
  return requireRow(rows).tokens;
}

type Use = Omit<typeof usage.$inferInsert, "day" | "replies" | "virtualAssistantId"> & {
  assistantId: number;
};
type Embedded = { model: string; passages: { id: number; tokens: number }[] };

const countedChat = sql`case when chats.standing_key = ${VISITOR_KEY} then chats.parent_chat_id else chats.id end`;

const added = {
  target: [
    usage.groupId,
    usage.day,
    usage.chatId,
    usage.virtualAssistantId,
    usage.userId,
    usage.model,
    usage.kind,
  ],
  set: {
    replies: sql`${usage.replies} + excluded.replies`,
    inputTokens: sql`${usage.inputTokens} + excluded.input_tokens`,
    outputTokens: sql`${usage.outputTokens} + excluded.output_tokens`,
  },
};
const today = sql`(now() at time zone 'utc')::date`;

/** Counts a model call without a stored reply. Attributes calls in a visitor's conversation to its public chat. */
export const addUse = ({ assistantId, chatId, kind = "reply", ...used }: Use) =>
  db()
    .insert(usage)
    .values({
      ...used,
      kind,
      chatId: sql`coalesce((select ${countedChat} from ${chats} where chats.id = ${chatId}::int), ${chatId}::int)`,
      virtualAssistantId: assistantId,
      day: today,
      replies: kind === "reply" ? 1 : 0,
    })
    .onConflictDoUpdate(added);

/**
 * Counts embeddings of chunks by group and chat.
 * @param passages ids and token counts of the chunks
 */
export async function addEmbedded({ model, passages }: Embedded): Promise<void> {
  await db().execute(sql`
    insert into ${usage} as so_far (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind, input_tokens)
    select passage.group_id, ${today}, coalesce(${countedChat}, 0), 0, 0, ${model}::text, 'embedding',
      sum(made.tokens)
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as made (id bigint, tokens int)
      join passages passage on passage.id = made.id left join ${chats} on chats.id = passage.chat_id
    group by 1, 3 order by 1, 3
    on conflict (group_id, day, chat_id, virtual_assistant_id, user_id, model, kind)
      do update set input_tokens = so_far.input_tokens + excluded.input_tokens`);
}

/** Returns what a chat has used so far, and its cost at the group's prices; null if nothing of it has a price. */
export async function sumChatUse({ chatId, groupId }: GroupKey & { chatId: number }) {
  const rows = await db()
    .select({
      inputTokens: sql<number>`coalesce(sum(${usage.inputTokens}), 0)::float8`,
      outputTokens: sql<number>`coalesce(sum(${usage.outputTokens}), 0)::float8`,
      cost: sql<number | null>`(sum(${usage.inputTokens} * ${modelPrices.input}
        + ${usage.outputTokens} * ${modelPrices.output}) / 1000000)::float8`,
    })
    .from(usage)
    .leftJoin(modelPrices, and(eq(modelPrices.groupId, usage.groupId), eq(modelPrices.model, usage.model)))
    .where(and(eq(usage.chatId, chatId), eq(usage.groupId, groupId)));
  return requireRow(rows);
}
