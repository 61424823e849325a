import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

/** Owners and admins may use restricted assistants too, because they could grant themselves access anyway. */
export const toSeeker = (viewer: Viewer): queries.Seeker => ({
  groupId: viewer.group.id,
  userId: viewer.user.id,
  isAdmin: access.can(viewer, "assistants.change"),
});

export const canChange = (viewer: Viewer, { isEditor }: Pick<queries.ShownRow, "isEditor">): boolean =>
  access.can(viewer, "assistant.edit", { isAuthor: isEditor });

export async function getUsable(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await queries.findShown({ ...toSeeker(viewer), id });
  if (!row) throw notFound("Assistant");
  return row;
}

export async function assertEditable(viewer: Viewer, id: number): Promise<{ version: number }> {
  const { version } = await getEditable(viewer, id);
  return { version };
}

export async function getEditable(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await getUsable(viewer, id);
  access.authorize(viewer, "assistant.edit", { isAuthor: row.isEditor });
  return row;
}
