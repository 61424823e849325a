import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { addressOfCall } from "@/lib/api/caller-address";
import { requireInGroup } from "@/lib/identity/access/service";
import { userMini } from "@/lib/identity/people/service";
import type { AuditAction } from "./contract";
import * as queries from "./queries";

export type Action = z.output<typeof AuditAction>;

export type Entry = {
  /** Absent for what concerns a person and not a group: it stands in the log of each group that they are in. */
  groupId?: string;
  /** Who did it, as far as that is known. */
  userId?: number;
  action: Action;
  /** What it was done to and how: never a secret. `user_id` is to whom it was done. */
  details?: Record<string, string | number | null>;
  /** From where; absent for the address of the request that is being answered. */
  address?: string;
};

/** Writes an entry of the audit log, in the transaction of what it tells of. Entries are never changed. */
export async function note({ groupId, userId, details = {}, ...entry }: Entry): Promise<void> {
  // What nobody did may happen during anybody's request.
  const address = entry.address ?? (userId === undefined ? undefined : addressOfCall());
  const values = { ...entry, userId, details, address };
  if (groupId !== undefined) await queries.insertEntry({ ...values, groupId });
  else await queries.insertForGroupsOf({ ...values, personId: Number(details.user_id ?? userId ?? 0) });
}

/** Writes what the viewer did in their group. */
export const noteBy = ({ user, group }: Viewer, action: Action, details?: Entry["details"]) =>
  note({ groupId: group.id, userId: user.id, action, details });

type Query = { page: number; page_size: number; action?: Action; user_id?: number };

/** Whether somebody has signed in from a network address within a month. */
export const hasSignedInFrom = (from: { userId: number; address: string }): Promise<boolean> =>
  queries.hasSignedInFrom(from);

/** What was done in the group, the newest first. @throws AppError not_found, forbidden for members */
export async function list(
  viewer: Viewer,
  groupId: string,
  { page, page_size: limit, action, user_id: userId }: Query,
) {
  const own = { ...requireInGroup(viewer, groupId, "audit.read"), action, userId };
  const [rows, total] = await Promise.all([
    queries.listEntries({ ...own, limit, offset: (page - 1) * limit }),
    queries.countEntries(own),
  ]);
  const items = rows.map(({ entry, user, subject }) => ({
    id: entry.id,
    action: entry.action as Action,
    user: user && userMini(user),
    subject: subject && userMini(subject),
    details: entry.details,
    address: entry.address,
    created_at: entry.createdAt.toISOString(),
  }));
  return { items, total };
}

/** Entries go after a year. */
export const sweep = () => queries.deleteOldEntries();
