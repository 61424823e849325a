import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";

// Returns the SHA-256 hashes of the files of a project.
export async function listFileHashes(project: {
  groupId: string;
  chatWorkspaceId: number;
}): Promise<string[]> {
  const rows = await db()
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(
      and(eq(documents.groupId, project.groupId), eq(documents.chatWorkspaceId, project.chatWorkspaceId)),
    );
  return rows.map(({ sha256 }) => sha256);
}
