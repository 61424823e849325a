import type { Audience } from "@/db/audience";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { conflict, notFound } from "@/lib/platform/errors";
import type { Page } from "@/lib/platform/page";
import { MOST_MEMORIES } from "./contract";
import * as present from "./present";
import * as queries from "./queries";

type Shown = ReturnType<typeof present.memory>;
const caller = ({ user, group }: Viewer): queries.Mine => ({ userId: user.id, groupId: group.id });

/** What is remembered about the viewer in their group, newest first. */
export async function list(
  viewer: Viewer,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<Page<Shown>> {
  const [rows, total] = await Promise.all([
    queries.listMemories({ ...caller(viewer), limit, offset: (page - 1) * limit }),
    queries.countMemories(caller(viewer)),
  ]);
  return { items: rows.map(present.memory), total };
}

/**
 * Remembers a fact about the viewer; one that is known already stays as it is.
 * @param chatId the chat in which an assistant learnt it
 * @throws AppError conflict when there are too many
 */
export function remember(viewer: Viewer, text: string, chatId?: number): Promise<Shown> {
  return transaction(async () => {
    await lock(viewer);
    const known = await queries.findSame({ ...caller(viewer), text });
    if (known) return present.memory(known);
    if ((await queries.countMemories(caller(viewer))) >= MOST_MEMORIES)
      throw conflict(`There are ${MOST_MEMORIES} memories already. Delete some first.`);
    return present.memory(await queries.insertMemory({ ...caller(viewer), text, chatId }));
  });
}

/** @throws AppError not_found; conflict when another memory says the same */
export function change(viewer: Viewer, id: number, text: string): Promise<Shown> {
  return transaction(async () => {
    await lock(viewer);
    if (await queries.findSame({ ...caller(viewer), text, exceptId: id }))
      throw conflict("Another memory already says this.");
    const row = await queries.updateMemory({ ...caller(viewer), id, text });
    if (!row) throw notFound("Memory");
    return present.memory(row);
  });
}

/** @throws AppError not_found */
export async function forget(viewer: Viewer, id: number) {
  if ((await queries.deleteMemories({ ...caller(viewer), id })) === 0) throw notFound("Memory");
  return { success: true as const, message: "The memory was deleted." };
}

export const forgetAll = async (viewer: Viewer) => ({
  success: true as const,
  deleted: await queries.deleteMemories(caller(viewer)),
});

async function lock(viewer: Viewer): Promise<void> {
  if (!(await queries.lockMemories(caller(viewer)))) throw notFound("Group");
}

/**
 * For replies: all that is remembered about the one who asks, oldest first;
 * undefined where they do not read the reply alone, and nothing of it is told.
 */
export async function about(audience: Audience): Promise<{ id: number; text: string }[] | undefined> {
  return (await queries.memoriesFor(audience, MOST_MEMORIES))?.reverse();
}
