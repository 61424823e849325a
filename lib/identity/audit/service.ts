import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { getCallAddress } from "@/lib/api/caller-address";
import { requireInGroup } from "@/lib/identity/access/service";
import { toUserMini } from "@/lib/identity/people/service";
import type { AuditAction } from "./contract";
import * as queries from "./queries";

export type AuditedAction = z.output<typeof AuditAction>;

export type AuditEntry = {
  /** Omitted for events about a user, which are recorded in all of their groups. */
  groupId?: string;
  userId?: number;
  action: AuditedAction;
  /** Must not contain secrets. `user_id` is the affected user. */
  details?: Record<string, string | number | null>;
  address?: string;
};

/** Writes an audit entry in the transaction of the event. Entries are immutable. */
export async function record({ groupId, userId, details = {}, ...entry }: AuditEntry): Promise<void> {
  // Without an acting user, the current request may be unrelated to the event, so its address is not recorded.
  const address = entry.address ?? (userId === undefined ? undefined : getCallAddress());
  const values = { ...entry, userId, details, address };
  if (groupId !== undefined) await queries.insertEntry({ ...values, groupId });
  else await queries.insertForGroups({ ...values, personId: Number(details.user_id ?? userId ?? 0) });
}

export const recordBy = ({ user, group }: Viewer, action: AuditedAction, details?: AuditEntry["details"]) =>
  record({ groupId: group.id, userId: user.id, action, details });

type AuditQuery = { page: number; page_size: number; action?: AuditedAction; user_id?: number };

export const hasSignedInFrom = (from: { userId: number; address: string }): Promise<boolean> =>
  queries.hasSignedInFrom(from);

/**
 * Lists the group's entries, newest first.
 * @throws AppError not_found, forbidden for members
 */
export async function list(
  viewer: Viewer,
  groupId: string,
  { page, page_size: limit, action, user_id: userId }: AuditQuery,
) {
  const own = { ...requireInGroup(viewer, groupId, "audit.read"), action, userId };
  const [rows, total] = await Promise.all([
    queries.listEntries({ ...own, limit, offset: (page - 1) * limit }),
    queries.countEntries(own),
  ]);
  const items = rows.map(({ entry, user, subject }) => ({
    id: entry.id,
    action: entry.action as AuditedAction,
    user: user && toUserMini(user),
    subject: subject && toUserMini(subject),
    details: entry.details,
    address: entry.address,
    created_at: entry.createdAt.toISOString(),
  }));
  return { items, total };
}

export const sweep = () => queries.deleteOldEntries();
