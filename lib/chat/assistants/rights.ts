import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

/** Of assistants for chosen people, owners and admins of the group may use all: they can choose themselves. */
export const seekerOf = (viewer: Viewer): queries.Seeker => ({
  groupId: viewer.group.id,
  userId: viewer.user.id,
  isAdmin: access.may(viewer, "assistants.change"),
});

export const mayChange = (viewer: Viewer, { isEditor }: Pick<queries.ShownRow, "isEditor">): boolean =>
  access.may(viewer, "assistant.edit", { isAuthor: isEditor });

/** An assistant that the viewer may use. @throws AppError not_found */
export async function found(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await queries.findShown({ ...seekerOf(viewer), id });
  if (!row) throw notFound("Assistant");
  return row;
}

/** The version of an assistant that the viewer may change. @throws AppError not_found, forbidden */
export async function assertEditable(viewer: Viewer, id: number): Promise<{ version: number }> {
  const { version } = await editable(viewer, id);
  return { version };
}

/** An assistant that the viewer may change. @throws AppError not_found, forbidden */
export async function editable(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await found(viewer, id);
  access.authorize(viewer, "assistant.edit", { isAuthor: row.isEditor });
  return row;
}
