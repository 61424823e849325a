import type { z } from "zod";
import type { PageKind } from "@/lib/chat/canvas/contract";
import { toUserMini } from "@/lib/identity/people/service";
import type { ListedTask, listVersionCollections, listVersionDocuments, listVersions } from "./queries";
import type { VersionMember } from "./queries/version-members";
import type { listVersionPages } from "./queries/version-pages";

type FileRow = Awaited<ReturnType<typeof listVersionDocuments>>[number];
type CollectionRow = Awaited<ReturnType<typeof listVersionCollections>>[number];
type PageRow = Awaited<ReturnType<typeof listVersionPages>>[number];
type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

const file = ({ id, fileName, mimeType, size, sha256 }: FileRow) => ({
  document_id: id,
  file_name: fileName,
  mime_type: mimeType,
  size,
  sha256,
});

const collection = ({ id, name }: CollectionRow) => ({ id, name });

const page = ({ title, kind, language, characters }: PageRow) => ({
  title,
  kind: kind as z.output<typeof PageKind>,
  language,
  characters,
});

const member = ({ userId, fullName, avatarUrl }: VersionMember) => ({
  id: userId,
  full_name: fullName,
  avatar_url: avatarUrl,
});

export type VersionContents = { files: FileRow[]; collections: CollectionRow[]; pages: PageRow[] };

const toContents = ({ files, collections, pages }: VersionContents) => ({
  documents: files.map(file),
  collections: collections.map(collection),
  canvas_pages: pages.map(page),
});

export const toTask = (row: ListedTask, canChange: boolean) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  mention_name: row.mentionName,
  latest_version_number: row.latestVersion,
  documents_count: row.documentsCount,
  includes_members: row.includesMembers,
  usable_by: row.usableBy,
  user_ids: canChange ? row.userIds : [],
  may_change: canChange,
  created_by: row.maker && toUserMini(row.maker),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const toTaskDetail = (
  row: ListedTask,
  canChange: boolean,
  fields: Record<string, unknown>,
  holdings: VersionContents & { members: VersionMember[] },
) => ({
  ...toTask(row, canChange),
  fields,
  ...toContents(holdings),
  members: holdings.members.map(member),
});

const isOfVersion =
  (version: VersionRow) =>
  ({ number }: { number: number }): boolean =>
    number === version.number;

export const toTaskVersion = (row: VersionRow, { files, collections, pages }: VersionContents) => ({
  version_number: row.number,
  fields: row.fields,
  includes_members: row.includesMembers,
  ...toContents({
    files: files.filter(isOfVersion(row)),
    collections: collections.filter(isOfVersion(row)),
    pages: pages.filter(isOfVersion(row)),
  }),
  created_by: row.maker && toUserMini(row.maker),
  created_at: row.createdAt.toISOString(),
});
