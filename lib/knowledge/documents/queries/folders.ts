import { and, eq, isNull, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { MemberKey } from "@/db/key-types";
import { isLibraryDocumentReadable } from "@/db/readable-documents";
import { toArrayLiteral } from "@/db/row-values";
import { documents } from "@/db/schema/documents";

// Of the library, without files of projects, as far as the caller may read it.
type Folder = MemberKey & { folder: string };

const isIn = ({ folder, ...caller }: Folder) =>
  and(
    eq(documents.groupId, caller.groupId),
    eq(documents.place, "library"),
    isNull(documents.chatWorkspaceId),
    isLibraryDocumentReadable(caller),
    or(eq(documents.folder, folder), sql`starts_with(${documents.folder}, ${`${folder}/`})`),
  );

export const lockFolderDocuments = (which: Folder) =>
  db()
    .select({ id: documents.id, folder: documents.folder, createdBy: documents.createdBy })
    .from(documents)
    .where(isIn(which))
    .orderBy(documents.id)
    .for("no key update");

export async function isFolder(which: Folder): Promise<boolean> {
  const rows = await db().select({ id: documents.id }).from(documents).where(isIn(which)).limit(1);
  return rows.length > 0;
}

/** Moves only the given documents, because others may have been added to the folder since it was read. */
export const moveAll = ({ ids, to, ...which }: Folder & { ids: number[]; to: string }) =>
  db()
    .update(documents)
    .set({ folder: sql`${to}::text || substr(${documents.folder}, char_length(${which.folder}::text) + 1)` })
    .where(and(isIn(which), sql`${documents.id} = any(${toArrayLiteral(ids)}::int[])`));
