import type { Viewer } from "@/lib/api/actor";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";

/**
 * Returns the viewer for work on behalf of a user outside a request, such as a reply's tool calls; undefined when the
 * user is no longer a member of the group.
 */
export async function findDeputy(
  userId: number,
  groupId: string,
  kind: "job" | "mail" | "assistant" | "voice",
): Promise<Viewer | undefined> {
  const viewers = await callers.byUser({ userId, issuedAt: clock.getDateIn(0) });
  const found = viewers.find(({ group }) => group.id === groupId);
  return found && { user: found.user, group: found.group, kind };
}
