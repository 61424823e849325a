import type { Viewer } from "@/lib/api/actor";
import { toUserMini } from "@/lib/identity/people/service";
import { notFound } from "@/lib/platform/errors";
import type { Paginated } from "@/lib/platform/pagination";
import { AssistantContent } from "./contract";
import { update } from "./editing";
import * as queries from "./queries/versions";
import { filterColleagues, filterKnowledge } from "./references";
import { getEditable } from "./rights";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const present = ({ number, fields, by, createdAt }: queries.VersionRow, before?: queries.VersionRow) => ({
  number,
  created_by: by && toUserMini(by),
  created_at: createdAt.toISOString(),
  changed: before ? Object.keys(fields).filter((key) => !isSame(fields[key], before.fields[key])) : [],
});

export async function list(
  viewer: Viewer,
  id: number,
  { page, page_size: limit }: { page: number; page_size: number },
): Promise<Paginated<ReturnType<typeof present>>> {
  await getEditable(viewer, id);
  const [rows, total] = await Promise.all([
    // One extra row, because the last version of the page is compared with its predecessor.
    queries.listVersions({ id, limit: limit + 1, offset: (page - 1) * limit }),
    queries.countVersions({ id }),
  ]);
  return { items: rows.slice(0, limit).map((row, at) => present(row, rows[at + 1])), total };
}

async function getVersion(viewer: Viewer, id: number, number: number) {
  await getEditable(viewer, id);
  const [row, before] = await queries.listVersionWithPrevious({ id, number });
  if (row?.number !== number) throw notFound("Version");
  return { row, before };
}

export async function get(viewer: Viewer, id: number, number: number) {
  const { row, before } = await getVersion(viewer, id, number);
  return { ...present(row, before), fields: row.fields };
}

export async function getVersionContent(viewer: Viewer, id: number, number: number) {
  const { row } = await getVersion(viewer, id, number);
  return AssistantContent.parse(row.fields);
}

/**
 * Creates a new version with the content of an earlier one, without documents and collections that the viewer
 * may not read, and colleagues that no longer exist. What the viewer may not read of its knowledge now stays.
 * @throws AppError not_found, forbidden; conflict when its mention name has been taken since
 */
export async function restore(viewer: Viewer, id: number, number: number) {
  const content = await getVersionContent(viewer, id, number);
  const [{ documentIds: document_ids, collectionIds: collection_ids }, colleague_ids] = await Promise.all([
    filterKnowledge(viewer, {
      documentIds: content.document_ids ?? [],
      collectionIds: content.collection_ids ?? [],
    }),
    filterColleagues(viewer, content.colleague_ids ?? [], id),
  ]);
  return update(viewer, id, { ...content, document_ids, collection_ids, colleague_ids });
}
