import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { isLivingAndNamedTo, namedAssistant } from "@/db/named-assistants";
import { prepareOnce } from "@/db/prepared-names";
import { requireRow } from "@/db/row-values";
import { virtualAssistants } from "@/db/schema/assistants";
import { assistantMcpServers, mcpServers } from "@/db/schema/mcp";

export type ServerRow = typeof mcpServers.$inferSelect;
export type { StoredMcpPrompt, StoredMcpResource, StoredMcpTool } from "@/db/schema/mcp";

type ServerKey = GroupKey & { id: number };
type ServerValues = Partial<typeof mcpServers.$inferInsert>;

const its = ({ groupId, id }: ServerKey) => and(eq(mcpServers.groupId, groupId), eq(mcpServers.id, id));

export const listServers = ({ groupId, limit, offset }: GroupKey & { limit: number; offset: number }) =>
  db()
    .select()
    .from(mcpServers)
    .where(eq(mcpServers.groupId, groupId))
    .orderBy(asc(mcpServers.name), asc(mcpServers.id))
    .limit(limit)
    .offset(offset);

export async function countServers({ groupId }: GroupKey): Promise<number> {
  return requireRow(
    await db().select({ total: count() }).from(mcpServers).where(eq(mcpServers.groupId, groupId)),
  ).total;
}

export async function findServer(of: ServerKey): Promise<ServerRow | undefined> {
  const [row] = await db().select().from(mcpServers).where(its(of));
  return row;
}

export async function lockServer(of: ServerKey): Promise<ServerRow | undefined> {
  const [row] = await db().select().from(mcpServers).where(its(of)).for("update");
  return row;
}

export async function insertServer(values: typeof mcpServers.$inferInsert): Promise<ServerRow> {
  return requireRow(await db().insert(mcpServers).values(values).returning());
}

export async function updateServer({
  values,
  ...of
}: ServerKey & { values: ServerValues }): Promise<ServerRow | undefined> {
  const [row] = await db()
    .update(mcpServers)
    .set({ ...values, updatedAt: sql`now()` })
    .where(its(of))
    .returning();
  return row;
}

type Offered = Pick<ServerRow, "tools" | "resources" | "prompts">;

/** Stores the response to a listing. Disables tools that no longer exist. */
export async function storeListing({
  offers,
  error,
  ...of
}: ServerKey & { offers?: Offered; error: string | null }): Promise<ServerRow | undefined> {
  const names = offers?.tools.map(({ name }) => name) ?? [];
  const [row] = await db()
    .update(mcpServers)
    .set({
      error,
      checkedAt: sql`now()`,
      ...(offers && {
        ...offers,
        enabledTools: sql`array(select name from unnest(${mcpServers.enabledTools}) as name where name in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)))`,
      }),
    })
    .where(its(of))
    .returning();
  return row;
}

/** Does not set `updatedAt`, because tokens are not part of the configuration. */
export const updateOauth = ({ encryptedOauth, ...of }: ServerKey & { encryptedOauth: string }) =>
  db().update(mcpServers).set({ encryptedOauth }).where(its(of));

export async function deleteServer(of: ServerKey): Promise<ServerRow | undefined> {
  const [row] = await db().delete(mcpServers).where(its(of)).returning();
  return row;
}

export const listAssistants = ({ ids, userId }: { ids: number[]; userId: number }) =>
  db()
    .select({
      serverId: assistantMcpServers.mcpServerId,
      ...namedAssistant,
    })
    .from(assistantMcpServers)
    .innerJoin(virtualAssistants, eq(virtualAssistants.id, assistantMcpServers.virtualAssistantId))
    .where(and(inArray(assistantMcpServers.mcpServerId, ids), isLivingAndNamedTo(userId)))
    .orderBy(asc(virtualAssistants.name), asc(virtualAssistants.id));

const listServersOfAssistant = prepareOnce((on) =>
  on
    .select({ server: mcpServers })
    .from(assistantMcpServers)
    .innerJoin(mcpServers, eq(mcpServers.id, assistantMcpServers.mcpServerId))
    .where(
      and(
        eq(assistantMcpServers.virtualAssistantId, sql.placeholder("assistantId")),
        eq(mcpServers.groupId, sql.placeholder("groupId")),
        eq(mcpServers.isEnabled, true),
      ),
    )
    .orderBy(asc(mcpServers.id))
    .prepare("servers_of_assistant"),
);
export const listServersFor = (of: GroupKey & { assistantId: number }) =>
  listServersOfAssistant().execute(of);

type Pair = { assistantId: number; serverId: number };

export async function attach({ assistantId, serverId }: Pair): Promise<boolean> {
  const rows = await db()
    .insert(assistantMcpServers)
    .values({ virtualAssistantId: assistantId, mcpServerId: serverId })
    .onConflictDoNothing()
    .returning({ id: assistantMcpServers.mcpServerId });
  return rows.length > 0;
}

export async function detach({ assistantId, serverId }: Pair): Promise<boolean> {
  const rows = await db()
    .delete(assistantMcpServers)
    .where(
      and(
        eq(assistantMcpServers.virtualAssistantId, assistantId),
        eq(assistantMcpServers.mcpServerId, serverId),
      ),
    )
    .returning({ id: assistantMcpServers.mcpServerId });
  return rows.length > 0;
}
