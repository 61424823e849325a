import { userMini } from "@/lib/identity/people/service";
import type { collectionsOf, documentsOf, ListedTask, listVersions } from "./queries";

type FileRow = Awaited<ReturnType<typeof documentsOf>>[number];
type CollectionRow = Awaited<ReturnType<typeof collectionsOf>>[number];
type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

const file = ({ id, fileName, mimeType, size }: FileRow) => ({
  document_id: id,
  file_name: fileName,
  mime_type: mimeType,
  size,
});

const collection = ({ id, name }: CollectionRow) => ({ id, name });

export const task = (row: ListedTask, mayChange: boolean) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  mention_name: row.mentionName,
  latest_version_number: row.latestVersion,
  documents_count: row.documentsCount,
  may_change: mayChange,
  created_by: row.maker && userMini(row.maker),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const taskDetail = (
  row: ListedTask,
  mayChange: boolean,
  fields: Record<string, unknown>,
  files: FileRow[],
  collections: CollectionRow[],
) => ({
  ...task(row, mayChange),
  fields,
  documents: files.map(file),
  collections: collections.map(collection),
});

export const taskVersion = (row: VersionRow, files: FileRow[], collections: CollectionRow[]) => ({
  version_number: row.number,
  fields: row.fields,
  documents: files.filter(({ number }) => number === row.number).map(file),
  collections: collections.filter(({ number }) => number === row.number).map(collection),
  created_by: row.maker && userMini(row.maker),
  created_at: row.createdAt.toISOString(),
});
