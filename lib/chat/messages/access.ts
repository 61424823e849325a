import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

export async function messageFor({ user, group }: Viewer, id: number) {
  const found = await queries.findMessage({ id, userId: user.id, groupId: group.id });
  if (!found) throw notFound("Message");
  return found;
}

/** Callers must have checked the viewer's membership in the chats. */
export const shown = async ({ user }: Viewer, ids: number[]) =>
  (await queries.messagesByIds({ ids })).map((row) => present.message(row, user.id));
