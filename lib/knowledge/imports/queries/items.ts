import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { virtualAssistants } from "@/db/schema/assistants";
import { chatImportItems, chatImports, type ImportOutcome } from "@/db/schema/chat-imports";
import { chatMembers, chats, chatWorkspaces } from "@/db/schema/chats";

export type NewItem = Omit<typeof chatImportItems.$inferInsert, "id" | "importId">;

export type ItemCounts = { projects: number; assistants: number; leftOut: number };

// Stored with the import, so that its progress can be read without its items.
export function countNew(items: NewItem[]): ItemCounts {
  const count = (isCounted: (item: NewItem) => boolean) => items.filter(isCounted).length;
  return {
    projects: count(({ kind, outcome }) => kind === "project" && outcome === "imported"),
    assistants: count(({ kind, outcome }) => kind === "assistant" && outcome === "imported"),
    leftOut: count(({ outcome }) => outcome === "left_out"),
  };
}

const MAX_ROWS = 500;

// The caller checks in the same transaction that the import is running.
export async function insertItems(importId: number, items: NewItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += MAX_ROWS)
    await db()
      .insert(chatImportItems)
      .values(items.slice(from, from + MAX_ROWS).map((item) => ({ ...item, importId })));
}

type ItemFilter = MemberKey & { importId: number; outcome?: ImportOutcome };

const ofImport = ({ importId, outcome, userId, groupId }: ItemFilter) =>
  and(
    eq(chatImportItems.importId, importId),
    outcome && eq(chatImportItems.outcome, outcome),
    inArray(
      chatImportItems.importId,
      db()
        .select({ id: chatImports.id })
        .from(chatImports)
        .where(
          and(eq(chatImports.id, importId), eq(chatImports.userId, userId), eq(chatImports.groupId, groupId)),
        ),
    ),
  );

// Lists items with what they became, as far as the person can still see it.
export const listItems = ({ limit, offset, ...filter }: ItemFilter & { limit: number; offset: number }) =>
  db()
    .select({
      id: chatImportItems.id,
      kind: chatImportItems.kind,
      outcome: chatImportItems.outcome,
      title: chatImportItems.title,
      reason: chatImportItems.reason,
      chat: { uuid: chats.uuid, name: chats.name },
      project: { uuid: chatWorkspaces.uuid, name: chatWorkspaces.name },
      assistant: { id: virtualAssistants.id, name: virtualAssistants.name },
    })
    .from(chatImportItems)
    .leftJoin(
      chatMembers,
      and(
        eq(chatMembers.chatId, chatImportItems.chatId),
        eq(chatMembers.userId, filter.userId),
        eq(chatMembers.groupId, filter.groupId),
      ),
    )
    .leftJoin(chats, eq(chats.id, chatMembers.chatId))
    .leftJoin(
      chatWorkspaces,
      and(
        eq(chatWorkspaces.id, chatImportItems.chatWorkspaceId),
        eq(chatWorkspaces.createdBy, filter.userId),
      ),
    )
    .leftJoin(
      virtualAssistants,
      and(
        eq(virtualAssistants.id, chatImportItems.virtualAssistantId),
        eq(virtualAssistants.createdBy, filter.userId),
        isNull(virtualAssistants.removedAt),
      ),
    )
    .where(ofImport(filter))
    .orderBy(asc(chatImportItems.id))
    .limit(limit)
    .offset(offset);

export type ListedItem = Awaited<ReturnType<typeof listItems>>[number];

export const countItems = (filter: ItemFilter) => db().$count(chatImportItems, ofImport(filter));

export async function listTitles(importId: number, titles: string[]): Promise<string[]> {
  if (titles.length === 0) return [];
  const rows = await db()
    .select({ title: chatImportItems.title })
    .from(chatImportItems)
    .where(and(eq(chatImportItems.importId, importId), inArray(chatImportItems.title, titles)));
  return rows.map(({ title }) => title);
}
