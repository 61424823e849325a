import { and, asc, count, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { canvasPages, canvasVersions } from "@/db/schema/canvas";
import { chats } from "@/db/schema/chats";

const MAX_VERSIONS = 50;
type ChatId = { chatId: number };
export type CanvasKey = ChatId & { pageId?: number };
export type Changer = { userId: number; assistantId?: number };

export async function findCanvas({ chatId, pageId }: CanvasKey) {
  if (pageId !== undefined) return findPage({ chatId, id: pageId });
  const [row] = await db().select({ text: chats.canvas }).from(chats).where(eq(chats.id, chatId));
  return row;
}

const ofPage = ({ chatId, id }: ChatId & { id: number }) =>
  and(eq(canvasPages.chatId, chatId), eq(canvasPages.id, id));

export type PageRow = typeof canvasPages.$inferSelect;
const { text: _, ...entry } = getTableColumns(canvasPages);

export const listPages = ({ chatId }: ChatId) =>
  db().select(entry).from(canvasPages).where(eq(canvasPages.chatId, chatId)).orderBy(asc(canvasPages.id));

export const hasPages = ({ chatId }: ChatId) =>
  sql<boolean>`exists (select from ${canvasPages} where chat_id = ${chatId}::int)`;

export async function readHasPages(of: ChatId): Promise<boolean> {
  return requireRow(await db().execute<{ has: boolean }>(sql`select ${hasPages(of)} as has`)).has;
}

export async function countPages({ chatId }: ChatId): Promise<number> {
  return requireRow(
    await db().select({ total: count() }).from(canvasPages).where(eq(canvasPages.chatId, chatId)),
  ).total;
}

export async function findPage(page: ChatId & { id: number }): Promise<PageRow | undefined> {
  const [row] = await db().select().from(canvasPages).where(ofPage(page));
  return row;
}

export async function insertPage(values: typeof canvasPages.$inferInsert): Promise<PageRow> {
  return requireRow(await db().insert(canvasPages).values(values).returning());
}

export const updatePage = ({ values, ...page }: ChatId & { id: number; values: Partial<PageRow> }) =>
  db().update(canvasPages).set(values).where(ofPage(page));

export async function deletePage(page: ChatId & { id: number }): Promise<boolean> {
  return (await db().delete(canvasPages).where(ofPage(page)).returning({ id: canvasPages.id })).length > 0;
}

export async function copyPages({ chatId, toChatId }: ChatId & { toChatId: number }) {
  const pages = await listPages({ chatId });
  const copies = await db().execute<{ id: number }>(sql`
    insert into ${canvasPages} (chat_id, title, kind, language, text)
    select ${toChatId}::int, title, kind, language, text from ${canvasPages}
    where chat_id = ${chatId}::int order by id returning id`);
  // The sequence assigns ids in the order of the inserted rows.
  const ids = copies.map(({ id }) => id).sort((a, b) => a - b);
  return new Map(pages.map(({ id }, at) => [id, ids[at]!]));
}

const isVersionOfCanvas = ({ chatId, pageId }: CanvasKey) =>
  and(
    eq(canvasVersions.chatId, chatId),
    pageId === undefined ? isNull(canvasVersions.pageId) : eq(canvasVersions.pageId, pageId),
  );

export async function findNewestVersion(place: CanvasKey) {
  const [row] = await db()
    .select({ text: canvasVersions.text })
    .from(canvasVersions)
    .where(isVersionOfCanvas(place))
    .orderBy(desc(canvasVersions.id))
    .limit(1);
  return row;
}

/** Versions of the last seconds, newest first; `age` is the time since a newer text replaced the version. */
export const listRecentVersions = (place: CanvasKey, seconds: number) => {
  const age = sql<number>`extract(epoch from now() - ${canvasVersions.createdAt})::float8`;
  return db()
    .select({ userId: canvasVersions.changedByUserId, age })
    .from(canvasVersions)
    .where(and(isVersionOfCanvas(place), sql`${age} < ${seconds}`))
    .orderBy(desc(canvasVersions.id));
};

export async function findVersion({ id, ...place }: CanvasKey & { id: number }) {
  const [row] = await db()
    .select({ text: canvasVersions.text })
    .from(canvasVersions)
    .where(and(isVersionOfCanvas(place), eq(canvasVersions.id, id)));
  return row;
}

export async function insertVersion({
  text,
  by,
  ...place
}: CanvasKey & { text: string | null; by: Changer }): Promise<void> {
  await db()
    .insert(canvasVersions)
    .values({
      ...place,
      text,
      changedByUserId: by.assistantId ? null : by.userId,
      changedByAssistantId: by.assistantId,
    });
  await db().execute(sql`
    delete from ${canvasVersions} where id in (
      select id from ${canvasVersions} where ${isVersionOfCanvas(place)} order by id desc offset ${MAX_VERSIONS})`);
}

const versionColumns = {
  id: canvasVersions.id,
  preview: sql<string>`left(coalesce(${canvasVersions.text}, ''), 200)`,
  characters: sql<number>`coalesce(length(${canvasVersions.text}), 0)`,
  userId: canvasVersions.changedByUserId,
  assistantId: canvasVersions.changedByAssistantId,
  name: sql<string | null>`coalesce(${users.fullName}, ${virtualAssistants.name})`,
  createdAt: canvasVersions.createdAt,
};

export async function findVersionText({ chatId, id }: ChatId & { id: number }) {
  const [row] = await db()
    .select({ ...versionColumns, pageId: canvasVersions.pageId, text: canvasVersions.text })
    .from(canvasVersions)
    .leftJoin(users, eq(users.id, canvasVersions.changedByUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, canvasVersions.changedByAssistantId))
    .where(and(eq(canvasVersions.chatId, chatId), eq(canvasVersions.id, id)));
  return row;
}

export const listVersions = (place: CanvasKey) =>
  db()
    .select(versionColumns)
    .from(canvasVersions)
    .leftJoin(users, eq(users.id, canvasVersions.changedByUserId))
    .leftJoin(virtualAssistants, eq(virtualAssistants.id, canvasVersions.changedByAssistantId))
    .where(isVersionOfCanvas(place))
    .orderBy(desc(canvasVersions.id))
    .limit(MAX_VERSIONS);
