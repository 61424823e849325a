import type { Viewer } from "@/lib/api/actor";
import { toSeeker } from "@/lib/identity/audiences/service";
import type { Paginated } from "@/lib/platform/pagination";
import * as present from "./present";
import * as queries from "./queries";
import { getRights } from "./rights";

export { create, get, remove, removePrivate, update } from "./editing";
export {
  assertAssistant,
  assertModelsUsable,
  buildUnsavedAssistant,
  chooseModelFor,
  findDefaultAssistant,
  getSampling,
  isUsableBy,
  listAll,
  listByIds,
  listByMentions,
  listImported,
  listUsable,
  listUsableByIds,
} from "./lookup";
export { getPicture, removePicture, setPicture } from "./picture";
export { toMini } from "./present";
export { assertKnowledge } from "./references";
export { assertEditable } from "./rights";
export { duplicate, exportAssistant, importAssistant } from "./transfer";
export * as versions from "./versions";

type AssistantPageQuery = { page: number; page_size: number };

async function toPage<T>(
  viewer: Viewer,
  { page, page_size: limit }: AssistantPageQuery,
  show: (row: queries.ShownRow) => T,
): Promise<Paginated<T>> {
  const seeker = toSeeker(viewer);
  const [rows, total] = await Promise.all([
    queries.listAssistants({ ...seeker, limit, offset: (page - 1) * limit }),
    queries.countAssistants(seeker),
  ]);
  return { items: rows.map(show), total };
}

export const listMini = (viewer: Viewer, paging: AssistantPageQuery) =>
  toPage(viewer, paging, present.toMiniListItem);

export const list = (viewer: Viewer, paging: AssistantPageQuery) =>
  toPage(viewer, paging, (row) => present.toAssistant(row, getRights(viewer, row)));
