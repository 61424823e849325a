import { and, asc, count, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { virtualAssistants } from "@/db/schema/assistants";
import { taskActions } from "@/db/schema/tasks";

export type NewAction = typeof taskActions.$inferInsert;

const selectActions = () =>
  db()
    .select({
      ...getTableColumns(taskActions),
      assistant: {
        id: virtualAssistants.id,
        name: virtualAssistants.name,
        mentionName: virtualAssistants.mentionName,
        avatar: virtualAssistants.avatar,
        avatarKey: virtualAssistants.avatarKey,
      },
    })
    .from(taskActions)
    .leftJoin(
      virtualAssistants,
      and(eq(virtualAssistants.id, taskActions.virtualAssistantId), isNull(virtualAssistants.removedAt)),
    )
    .$dynamic();
export type ShownAction = Awaited<ReturnType<typeof selectActions>>[number];

const inOrder = [asc(taskActions.position), asc(sql`lower(${taskActions.name})`), asc(taskActions.id)];
const ofGroup = ({ groupId }: GroupKey) => eq(taskActions.groupId, groupId);

export const listActions = ({ limit, offset, ...of }: GroupKey & { limit: number; offset: number }) =>
  selectActions()
    .where(ofGroup(of))
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);

export async function countActions(of: GroupKey): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(taskActions).where(ofGroup(of))).total;
}

export const listAllActions = (of: GroupKey) =>
  db()
    .select({
      id: taskActions.id,
      name: taskActions.name,
      description: taskActions.description,
      action_name: taskActions.actionName,
    })
    .from(taskActions)
    .where(ofGroup(of))
    .orderBy(...inOrder);

export async function findAction({
  groupId,
  ...which
}: GroupKey & ({ id: number } | { actionName: string })): Promise<ShownAction | undefined> {
  const [row] = await selectActions().where(
    and(
      ofGroup({ groupId }),
      "id" in which ? eq(taskActions.id, which.id) : eq(taskActions.actionName, which.actionName),
    ),
  );
  return row;
}

export async function insertActions(values: NewAction[]): Promise<number[]> {
  const rows = await db().insert(taskActions).values(values).returning({ id: taskActions.id });
  return rows.map(({ id }) => id);
}

export const updateAction = ({
  groupId,
  id,
  values,
}: GroupKey & { id: number; values: Partial<NewAction> }) =>
  db()
    .update(taskActions)
    .set({ ...values, updatedAt: sql`now()` })
    .where(and(ofGroup({ groupId }), eq(taskActions.id, id)));

export async function orderActions({ groupId, ids }: GroupKey & { ids: number[] }): Promise<number> {
  await db().update(taskActions).set({ position: null }).where(ofGroup({ groupId }));
  const at = sql`array_position(${sql.param(`{${ids.join(",")}}`)}::int[], ${taskActions.id})`;
  const rows = await db()
    .update(taskActions)
    .set({ position: at })
    .where(and(ofGroup({ groupId }), inArray(taskActions.id, ids)))
    .returning({ id: taskActions.id });
  return rows.length;
}

export const deleteAction = ({ groupId, id }: GroupKey & { id: number }) =>
  db()
    .delete(taskActions)
    .where(and(ofGroup({ groupId }), eq(taskActions.id, id)));
