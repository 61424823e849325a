import { and, asc, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { isUsableBy, type Seeker } from "@/db/audiences";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { isLivingAndNamedTo, namedAssistant } from "@/db/named-assistants";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { taskActions } from "@/db/schema/tasks";

export type NewAction = typeof taskActions.$inferInsert;

const selectActions = (userId: number) =>
  db()
    .select({
      ...getTableColumns(taskActions),
      creator: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
      assistant: namedAssistant,
    })
    .from(taskActions)
    .leftJoin(users, eq(users.id, taskActions.createdBy))
    .leftJoin(
      virtualAssistants,
      and(eq(virtualAssistants.id, taskActions.virtualAssistantId), isLivingAndNamedTo(userId)),
    )
    .$dynamic();
export type ShownAction = Awaited<ReturnType<typeof selectActions>>[number];

const inOrder = [asc(taskActions.position), asc(sql`lower(${taskActions.name})`), asc(taskActions.id)];
const ofGroup = ({ groupId }: GroupKey) => eq(taskActions.groupId, groupId);

const isVisible = (seeker: Seeker) => isUsableBy(taskActions, seeker);

export const listActions = ({ limit, offset, ...seeker }: Seeker & { limit: number; offset: number }) =>
  selectActions(seeker.userId)
    .where(isVisible(seeker))
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);

export async function countActions(seeker: Seeker): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(taskActions).where(isVisible(seeker))).total;
}

export const listAllActions = ({ withPrompts, ...seeker }: Seeker & { withPrompts: boolean }) =>
  db()
    .select({
      id: taskActions.id,
      name: taskActions.name,
      description: taskActions.description,
      action_name: taskActions.actionName,
      prompt: withPrompts ? taskActions.prompt : sql<string>`''`,
      usableBy: taskActions.usableBy,
      createdBy: taskActions.createdBy,
    })
    .from(taskActions)
    .where(isVisible(seeker))
    .orderBy(...inOrder);

type Named = Pick<ShownAction, "id" | "usableBy" | "createdBy">;
const getRank = ({ usableBy, createdBy }: Named, userId: number): number =>
  usableBy === "group" ? 1 : createdBy === userId ? 2 : 0;

/** Sorts prompts of one name by precedence, highest last: the user's own, the group's, others. */
export const comparePrecedence = (userId: number) => (a: Named, b: Named) =>
  getRank(a, userId) - getRank(b, userId) || b.id - a.id;

export async function findAction({
  groupId,
  userId,
  isAdmin,
  ...which
}: Seeker & ({ id: number } | { actionName: string })): Promise<ShownAction | undefined> {
  const rows = await selectActions(userId).where(
    and(
      isVisible({ groupId, userId, isAdmin }),
      "id" in which ? eq(taskActions.id, which.id) : eq(taskActions.actionName, which.actionName),
    ),
  );
  return rows.sort(comparePrecedence(userId)).at(-1);
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

export async function orderActions({ ids, ...seeker }: Seeker & { ids: number[] }): Promise<number> {
  const { groupId } = seeker;
  await db().update(taskActions).set({ position: null }).where(ofGroup({ groupId }));
  const at = sql`array_position(${sql.param(`{${ids.join(",")}}`)}::int[], ${taskActions.id})`;
  const rows = await db()
    .update(taskActions)
    .set({ position: at })
    .where(and(isVisible(seeker), inArray(taskActions.id, ids)))
    .returning({ id: taskActions.id });
  return rows.length;
}

export const deleteAction = ({ groupId, id }: GroupKey & { id: number }) =>
  db()
    .delete(taskActions)
    .where(and(ofGroup({ groupId }), eq(taskActions.id, id)));

export const deletePrivate = ({ userId }: { userId: number }) =>
  db()
    .delete(taskActions)
    .where(and(eq(taskActions.createdBy, userId), eq(taskActions.usableBy, "creator")));
