import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import { toSeeker } from "@/lib/identity/audiences/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";

type Owned = Pick<queries.ShownRow, "createdBy" | "isDefault">;

// The default assistant belongs to the group, also after its creator is no longer an admin.
const isCreator = ({ user }: Viewer, { createdBy, isDefault }: Owned) => createdBy === user.id && !isDefault;

export const getRights = (viewer: Viewer, row: Owned & Pick<queries.ShownRow, "isEditor">) => ({
  canChange: access.can(viewer, "assistant.edit", { isAuthor: row.isEditor || isCreator(viewer, row) }),
  canManage: access.can(viewer, "assistant.manage", { isAuthor: isCreator(viewer, row) }),
});

/** @throws AppError forbidden */
export const authorizeManaging = (viewer: Viewer, row: Owned): void =>
  access.authorize(viewer, "assistant.manage", { isAuthor: isCreator(viewer, row) });

export async function getUsable(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await queries.findShown({ ...toSeeker(viewer), id });
  if (!row) throw notFound("Assistant");
  return row;
}

export async function assertEditable(
  viewer: Viewer,
  id: number,
): Promise<Pick<queries.ShownRow, "version" | "usableBy">> {
  const { version, usableBy } = await getEditable(viewer, id);
  return { version, usableBy };
}

export async function getEditable(viewer: Viewer, id: number): Promise<queries.ShownRow> {
  const row = await getUsable(viewer, id);
  access.authorize(viewer, "assistant.edit", { isAuthor: row.isEditor || isCreator(viewer, row) });
  return row;
}
