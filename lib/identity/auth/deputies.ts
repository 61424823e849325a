import type { Viewer } from "@/lib/api/actor";
import * as callers from "@/lib/identity/callers/service";
import * as clock from "@/lib/platform/clock";

/**
 * What acts for a person without a request of theirs, such as the tools of a
 * reply; undefined when they are no member of the group now.
 */
export async function deputyOf(
  userId: number,
  groupId: string,
  kind: "job" | "mail" | "assistant" | "voice",
): Promise<Viewer | undefined> {
  const viewers = await callers.byUser({ userId, issuedAt: clock.dateIn(0) });
  const found = viewers.find(({ group }) => group.id === groupId);
  return found && { user: found.user, group: found.group, kind };
}
