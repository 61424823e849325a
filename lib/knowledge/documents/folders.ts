import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf } from "@/lib/api/contract";
import * as access from "@/lib/identity/access/service";
import { conflict, getErrorCode, invalid, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import type { documentsApi } from "./contract";
import * as queries from "./queries/folders";

/** Folders of the library exist only as paths of documents: an empty folder disappears. */

const MAX_DEPTH = 10;
const MAX_PATH_LENGTH = 500;
const taken = () => conflict("A folder with this name already exists.");

/**
 * Renames a folder of the library with its subfolders, for the documents that the viewer may read.
 * @throws AppError not_found, forbidden unless the viewer may change all documents in it, conflict; InvalidInput
 */
export async function renameFolder(
  viewer: Viewer,
  { folder, to }: BodyOf<typeof documentsApi.renameDocumentFolder>,
) {
  if (to.startsWith(`${folder}/`)) throw invalid(["body", "to"], "A folder cannot be moved into itself.");
  const which = { groupId: viewer.group.id, userId: viewer.user.id, folder };
  return transaction(async () => {
    const inside = await queries.lockFolderDocuments(which);
    if (inside.length === 0) throw notFound("Folder");
    for (const { createdBy } of inside)
      access.authorize(viewer, "library.change", { isAuthor: createdBy === viewer.user.id });
    if (to === folder) return { folder, documents_count: 0 };
    const names = inside.map((document) => to + document.folder.slice(folder.length));
    if (names.some((name) => name.length > MAX_PATH_LENGTH || name.split("/").length > MAX_DEPTH))
      throw invalid(["body", "to"], "With this name a folder in it would be too deep or its name too long.");
    if (await queries.isFolder({ ...which, folder: to })) throw taken();
    await queries.moveAll({ ...which, ids: inside.map(({ id }) => id), to });
    return { folder: to, documents_count: inside.length };
  }).catch((error: unknown) => {
    // A concurrent request has put the same archive member there.
    throw getErrorCode(error) === sqlState.uniqueViolation ? taken() : error;
  });
}
