import type { z } from "zod";
import { userMini } from "@/lib/auth/present";
import type { Viewer } from "@/lib/auth/viewer";
import { requireInGroup } from "@/lib/groups/access";
import type { AuditAction } from "./contract";
import * as queries from "./queries";

export type Action = z.output<typeof AuditAction>;

export type Entry = {
  /** Absent for what concerns a person only. */
  groupId?: string;
  /** Who did it, as far as that is known. */
  userId?: number;
  action: Action;
  /** What it was done to and how: never a secret. `user_id` is to whom it was done. */
  details?: Record<string, string | number | null>;
  address?: string;
};

/** Writes an entry of the audit log, in the transaction of what it tells of. */
export const note = (entry: Entry) => queries.insertEntry(entry);

/** What was done in the group, the newest first. @throws AppError not_found, forbidden for members */
export async function list(
  viewer: Viewer,
  groupId: string,
  { page, page_size: limit }: { page: number; page_size: number },
) {
  const own = requireInGroup(viewer, groupId, "audit.read");
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
