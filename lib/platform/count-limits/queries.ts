import { and, countDistinct, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groupMembers, invitations } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatTags, chatWorkspaces } from "@/db/schema/chats";
import { connectors } from "@/db/schema/connectors";
import { collections } from "@/db/schema/documents";
import { scheduledJobs } from "@/db/schema/jobs";
import { mcpServers } from "@/db/schema/mcp";
import { chatShares } from "@/db/schema/shares";
import { taskActions, tasks } from "@/db/schema/tasks";

/** Serializes transactions that create items under the same cap, with an advisory lock held until commit. */
export const lockCap = (name: string) =>
  db().execute(sql`select pg_advisory_xact_lock(hashtext(${`cap ${name}`}::text))`);

const countRows = (table: PgTable, where: SQL | undefined): Promise<number> => db().$count(table, where);

export const counts = {
  connectorsOfGroup: (groupId: string) => countRows(connectors, eq(connectors.groupId, groupId)),
  connectorsOfUser: (userId: number) => countRows(connectors, eq(connectors.createdBy, userId)),
  mcpServersOfGroup: (groupId: string) => countRows(mcpServers, eq(mcpServers.groupId, groupId)),
  assistantsOfGroup: (groupId: string) =>
    countRows(
      virtualAssistants,
      and(
        eq(virtualAssistants.groupId, groupId),
        ne(virtualAssistants.usableBy, "creator"),
        isNull(virtualAssistants.removedAt),
      ),
    ),
  privateAssistantsOfUser: (userId: number) =>
    countRows(
      virtualAssistants,
      and(
        eq(virtualAssistants.createdBy, userId),
        eq(virtualAssistants.usableBy, "creator"),
        isNull(virtualAssistants.removedAt),
      ),
    ),
  promptsOfGroup: (groupId: string) =>
    countRows(taskActions, and(eq(taskActions.groupId, groupId), ne(taskActions.usableBy, "creator"))),
  privatePromptsOfUser: (userId: number) =>
    countRows(taskActions, and(eq(taskActions.createdBy, userId), eq(taskActions.usableBy, "creator"))),
  invitationsOfGroup: (groupId: string) =>
    countRows(
      invitations,
      and(
        eq(invitations.groupId, groupId),
        isNull(invitations.revokedAt),
        isNull(invitations.acceptedAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    ),
  templatesOfUser: (userId: number) => countRows(tasks, eq(tasks.createdBy, userId)),
  collectionsOfUser: (userId: number) => countRows(collections, eq(collections.createdBy, userId)),
  foldersOfUser: (userId: number) => countRows(chatWorkspaces, eq(chatWorkspaces.createdBy, userId)),
  jobsOfUser: (userId: number) => countRows(scheduledJobs, eq(scheduledJobs.createdBy, userId)),
  sharesOfUser: (userId: number) =>
    countRows(
      chatShares,
      and(
        eq(chatShares.createdBy, userId),
        or(isNull(chatShares.expiresAt), gt(chatShares.expiresAt, sql`now()`)),
      ),
    ),
  ownedGroupsOfUser: (userId: number) =>
    countRows(groupMembers, and(eq(groupMembers.userId, userId), eq(groupMembers.role, "owner"))),
  tagsOfUser: async (userId: number) => {
    const rows = await db()
      .select({ total: countDistinct(sql`(${chatTags.groupId}, lower(${chatTags.tag}))`) })
      .from(chatTags)
      .where(eq(chatTags.userId, userId));
    return requireRow(rows).total;
  },
};
