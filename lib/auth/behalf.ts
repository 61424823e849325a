import * as clock from "@/lib/clock";
import * as queries from "./queries";
import type { Viewer } from "./viewer";

/**
 * A person as the viewer of what is done for them after their request, such as
 * the tools of a reply; undefined when they are no member of the group now.
 */
export async function viewerInGroup(userId: number, groupId: string): Promise<Viewer | undefined> {
  const viewers = await queries.viewersByUser({ userId, issuedAt: clock.dateIn(0) });
  return viewers.find(({ group }) => group.id === groupId);
}
