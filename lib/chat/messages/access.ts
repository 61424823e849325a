import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

/** A message with its chat, for one of the chat's members. @throws AppError not_found */
export async function messageFor({ user, group }: Viewer, id: number) {
  const found = await queries.findMessage({ id, userId: user.id, groupId: group.id });
  if (!found) throw notFound("Message");
  return found;
}

/** Messages of chats that the viewer is known to be a member of, by id. */
export const shown = async ({ user }: Viewer, ids: number[]) =>
  (await queries.messagesByIds({ ids })).map((row) => present.message(row, user.id));
