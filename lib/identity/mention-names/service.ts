import type { Viewer } from "@/lib/api/actor";
import { toSeeker } from "@/lib/identity/audiences/service";
import { conflict } from "@/lib/platform/errors";
import * as queries from "./queries";

/**
 * Returns true if a chat, assistant, task or user of the group has the name. Locks the group's names until commit, so
 * call this in the transaction that assigns the name.
 */
export async function isMentionTaken(groupId: string, name: string): Promise<boolean> {
  await queries.lockNames({ groupId });
  return queries.isTaken({ groupId, name });
}

/**
 * Variant of `isMentionTaken` that refuses a name.
 * @throws AppError conflict, which names the person or assistant that has the name if the viewer sees them
 */
export async function assertMentionFree(viewer: Viewer, name: string | null | undefined): Promise<void> {
  if (!name || !(await isMentionTaken(viewer.group.id, name))) return;
  const owner = await queries.findVisibleOwner({ seeker: toSeeker(viewer), name });
  throw conflict(
    owner === undefined
      ? `The name @${name} is taken in this group.`
      : `The name @${name} is taken in this group. It belongs to ${owner}.`,
  );
}
