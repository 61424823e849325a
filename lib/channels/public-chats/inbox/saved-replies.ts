import type { Viewer } from "@/lib/api/actor";
import { authorize } from "@/lib/identity/access/service";
import { toUserMini } from "@/lib/identity/people/service";
import { conflict, getErrorCode, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import { MAX_SAVED_REPLIES } from "./contract";
import * as queries from "./queries/texts";

type SavedReplyRow = NonNullable<Awaited<ReturnType<typeof queries.findReply>>>;

const toSavedReply = ({ reply, creator }: SavedReplyRow) => ({
  id: reply.id,
  name: reply.name,
  text: reply.text,
  created_by: creator && toUserMini(creator),
  created_at: reply.createdAt.toISOString(),
});

export const list = async ({ group }: Viewer) =>
  (await queries.listReplies({ groupId: group.id })).map(toSavedReply);

/** @throws AppError conflict for a duplicate name, or when there are too many */
export async function create(viewer: Viewer, input: { name: string; text: string }) {
  const groupId = viewer.group.id;
  if ((await queries.countReplies({ groupId })) >= MAX_SAVED_REPLIES)
    throw conflict(`There are ${MAX_SAVED_REPLIES} saved replies already. Delete some first.`);
  const id = await withName(input.name, () =>
    queries.insertReply({ groupId, createdBy: viewer.user.id, ...input }),
  );
  return toSavedReply(await getReply(viewer, id));
}

/** @throws AppError not_found, forbidden; conflict for a duplicate name */
export async function update(viewer: Viewer, id: number, input: { name?: string; text?: string }) {
  await authorizeChange(viewer, id);
  const groupId = viewer.group.id;
  if (Object.keys(input).length > 0)
    await withName(input.name, async () => await queries.updateReply({ id, groupId }, input));
  return toSavedReply(await getReply(viewer, id));
}

/** @throws AppError not_found, forbidden */
export async function remove(viewer: Viewer, id: number) {
  await authorizeChange(viewer, id);
  await queries.deleteReply({ id, groupId: viewer.group.id });
  return { success: true as const, message: "The saved reply was deleted." };
}

async function authorizeChange(viewer: Viewer, id: number): Promise<void> {
  const { reply } = await getReply(viewer, id);
  authorize(viewer, "saved-reply.change", { isAuthor: reply.createdBy === viewer.user.id });
}

async function getReply({ group }: Viewer, id: number): Promise<SavedReplyRow> {
  const row = await queries.findReply({ id, groupId: group.id });
  if (!row) throw notFound("Saved reply");
  return row;
}

async function withName<T>(name: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (getErrorCode(error) === sqlState.uniqueViolation)
      throw conflict(`There is already a saved reply named “${name}”.`);
    throw error;
  }
}
