import type { Viewer } from "@/lib/api/actor";
import { notFound } from "@/lib/platform/errors";
import * as present from "./present";
import * as queries from "./queries";

export async function getMessageFor({ user, group }: Viewer, id: number) {
  const message = await queries.findMessage({ id, userId: user.id, groupId: group.id });
  if (!message) throw notFound("Message");
  return message;
}

/** Callers must have checked the viewer's membership in the chats. */
export const listMessageResponses = async ({ user }: Viewer, ids: number[]) =>
  (await queries.listMessagesByIds({ ids })).map((row) => present.toMessageResponse(row, user.id));
