import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { canvasPages } from "@/db/schema/canvas";
import { taskPages } from "@/db/schema/tasks";

type InVersion = { taskId: number; number: number };
export type PagesFrom = { chatId: number } | { number: number };

export const listVersionPages = ({ taskId, numbers }: { taskId: number; numbers: number[] }) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db()
        .select({
          number: taskPages.number,
          title: taskPages.title,
          kind: taskPages.kind,
          language: taskPages.language,
          characters: sql<number>`length(${taskPages.text})`,
        })
        .from(taskPages)
        .where(and(eq(taskPages.taskId, taskId), inArray(taskPages.number, numbers)))
        .orderBy(asc(taskPages.number), asc(taskPages.position));

export async function copyPagesToVersion({
  taskId,
  number,
  from,
}: InVersion & { from: PagesFrom }): Promise<void> {
  const pages =
    "chatId" in from
      ? sql`select row_number() over (order by id), title, kind, language, text
          from ${canvasPages} where chat_id = ${from.chatId}::int`
      : sql`select position, title, kind, language, text
          from ${taskPages} where task_id = ${taskId}::int and number = ${from.number}::int`;
  await db().execute(sql`
    insert into ${taskPages} (task_id, number, position, title, kind, language, text)
    select ${taskId}::int, ${number}::int, pages.* from (${pages}) pages`);
}

export const copyPagesToChat = ({ taskId, number, chatId }: InVersion & { chatId: number }) =>
  db().execute(sql`
    insert into ${canvasPages} (chat_id, title, kind, language, text)
    select ${chatId}::int, title, kind, language, text from ${taskPages}
    where task_id = ${taskId}::int and number = ${number}::int order by position`);

type Update = { taskId: number; current: number; latest: number; chatId: number };

/**
 * Returns pages that changed or were added since version `current` and differ from the chat's. `pageId` is the
 * corresponding page of the chat.
 */
export const listChangedPages = ({ taskId, current, latest, chatId }: Update) =>
  db().execute<{ position: number; pageId: number | null }>(sql`
    with wanted as (${nth(taskId, latest)}), before as (${nth(taskId, current)}), own as (
      select id, title, kind, text, row_number() over (partition by title, kind order by id) as nth
      from ${canvasPages} where chat_id = ${chatId}::int)
    select wanted.position, own.id as "pageId"
    from wanted left join before using (title, kind, nth) left join own using (title, kind, nth)
    where wanted.text is distinct from before.text and wanted.text is distinct from own.text
    order by wanted.position`);

// Numbers pages with the same title and kind, which identifies them across versions.
const nth = (taskId: number, number: number) => sql`
  select position, title, kind, text, row_number() over (partition by title, kind order by position) as nth
  from ${taskPages} where task_id = ${taskId}::int and number = ${number}::int`;

export async function findVersionPage({ taskId, number, position }: InVersion & { position: number }) {
  const [row] = await db()
    .select({
      title: taskPages.title,
      kind: taskPages.kind,
      language: taskPages.language,
      text: taskPages.text,
    })
    .from(taskPages)
    .where(and(eq(taskPages.taskId, taskId), eq(taskPages.number, number), eq(taskPages.position, position)));
  return row;
}
