import { and, desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { canvasVersions, chats } from "@/db/schema/chats";

const KEPT = 50;
type OfChat = { chatId: number };
/** Who changes a canvas: a person, or the assistant that a person asked. */
export type Changer = { userId: number; assistantId?: number };

/** The canvas of a chat that the transaction has locked. */
export async function canvasOf({ chatId }: OfChat) {
  const [row] = await db().select({ text: chats.canvas }).from(chats).where(eq(chats.id, chatId));
  return row;
}

/** The newest version, and how many seconds ago the canvas was changed away from it. */
export async function newestVersion({ chatId }: OfChat) {
  const [row] = await db()
    .select({
      id: canvasVersions.id,
      text: canvasVersions.text,
      userId: canvasVersions.changedByUserId,
      assistantId: canvasVersions.changedByAssistantId,
      age: sql<number>`extract(epoch from now() - ${canvasVersions.createdAt})::float8`,
    })
    .from(canvasVersions)
    .where(eq(canvasVersions.chatId, chatId))
    .orderBy(desc(canvasVersions.id))
    .limit(1);
  return row;
}

export async function findVersion({ chatId, id }: OfChat & { id: number }) {
  const [row] = await db()
    .select({ text: canvasVersions.text })
    .from(canvasVersions)
    .where(and(eq(canvasVersions.chatId, chatId), eq(canvasVersions.id, id)));
  return row;
}

/** Keeps a text that is about to be changed, and of the older ones the newest. */
export async function keepVersion({
  chatId,
  text,
  by,
}: OfChat & { text: string | null; by: Changer }): Promise<void> {
  await db()
    .insert(canvasVersions)
    .values({
      chatId,
      text,
      changedByUserId: by.assistantId ? null : by.userId,
      changedByAssistantId: by.assistantId,
    });
  await db().execute(sql`
    delete from ${canvasVersions} where id in (
      select id from ${canvasVersions} where chat_id = ${chatId} order by id desc offset ${KEPT})`);
}

export const listVersions = ({ chatId }: OfChat) =>
  db()
    .select({
      id: canvasVersions.id,
      preview: sql<string>`left(coalesce(${canvasVersions.text}, ''), 200)`,
      characters: sql<number>`coalesce(length(${canvasVersions.text}), 0)`,
      userId: canvasVersions.changedByUserId,
      assistantId: canvasVersions.changedByAssistantId,
      name: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
      createdAt: canvasVersions.createdAt,
    })
    .from(canvasVersions)
    .leftJoin(users, eq(users.id, canvasVersions.changedByUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, canvasVersions.changedByAssistantId))
    .where(eq(canvasVersions.chatId, chatId))
    .orderBy(desc(canvasVersions.id))
    .limit(KEPT);
