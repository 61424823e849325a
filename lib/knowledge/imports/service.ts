import type { ImportOutcome } from "@/db/schema/chat-imports";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import { recordFiles, storeUnrecordedFile } from "@/lib/chat/files/service";
import { emit } from "@/lib/platform/background/service";
import * as clock from "@/lib/platform/clock";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import { IntakeError } from "@/lib/platform/intake/service";
import type { Paginated } from "@/lib/platform/pagination";
import { openUpload } from "@/lib/platform/storage/service";
import { withExport } from "./export-file";
import { IMPORT_SOURCES, type ImportPart } from "./operations";
import * as present from "./present";
import * as queries from "./queries";
import * as itemQueries from "./queries/items";
import { end } from "./run-import";

export { fail, importSome } from "./run-import";

const MAX_OPEN_IMPORTS = 3;
const MAX_READY_DAYS = 7;
const PRODUCTS = new Intl.ListFormat("en").format(Object.values(IMPORT_SOURCES).map(({ name }) => name));

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/**
 * Starts a background import of another product's export. With `preview` it is read, and waits for `chooseParts`.
 * @throws InvalidInput for a file without chats; AppError conflict, too_large, unavailable
 */
export async function start(
  viewer: Viewer,
  { preview, files: [file, another] }: { preview: boolean; files: UploadedFile[] },
) {
  if (!file) throw invalid(["body", "file"], "Choose a file.");
  if (another) throw invalid(["body", "file"], "Send one file at a time.");
  const { key: storageKey, fileName, size } = file;
  const format = await findSource(viewer.group.id, file);
  await storeUnrecordedFile(file);
  const row = await transaction(async () => {
    if ((await queries.countOpen(caller(viewer))) >= MAX_OPEN_IMPORTS)
      throw conflict(
        `${MAX_OPEN_IMPORTS} of your imports are running. Wait for one to finish, or cancel it.`,
      );
    await recordFiles({ ...caller(viewer), kind: "imports" }, [file]);
    const inserted = await queries.insert({
      ...{ ...caller(viewer), fileName, size, storageKey, format },
      ...(preview && { parts: null }),
    });
    await emit("import.requested", { import_id: inserted.id, group_id: viewer.group.id });
    return inserted;
  });
  return present.toChatImport(row, []);
}

async function findSource(groupId: string, file: UploadedFile) {
  const upload = { groupId, isAwaited: true, open: async () => openUpload(file) };
  try {
    const source = await withExport(upload, async (chats) => chats?.source);
    if (source) return source;
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    throw invalid(["body", "file"], error.describe(`The file ${file.fileName}`));
  }
  throw invalid(
    ["body", "file"],
    `No chats were found in ${file.fileName}. Choose the ZIP or JSON file that ${PRODUCTS.replace(" and ", " or ")} exported.`,
  );
}

export async function list(viewer: Viewer, { page, page_size: limit }: { page: number; page_size: number }) {
  const which = caller(viewer);
  const [rows, total] = await Promise.all([
    queries.list({ ...which, limit, offset: (page - 1) * limit }),
    queries.count(which),
  ]);
  return { items: await toChatImports(viewer, rows), total } satisfies Paginated<unknown>;
}

async function toChatImports(viewer: Viewer, rows: queries.ImportRow[]) {
  const chats = await queries.listChats({
    ...caller(viewer),
    ids: rows.flatMap(({ chatIds }) => chatIds),
  });
  return rows.map((row) => present.toChatImport(row, chats));
}

export async function get(viewer: Viewer, id: number) {
  const row = await queries.find({ ...caller(viewer), id });
  if (!row) throw notFound("Import");
  const [shown] = await toChatImports(viewer, [row]);
  return shown!;
}

/** @throws AppError not_found, conflict */
export async function chooseParts(viewer: Viewer, id: number, parts: ImportPart[]) {
  await get(viewer, id);
  await transaction(async () => {
    if (!(await queries.setParts({ ...caller(viewer), id, parts })))
      throw conflict("This import doesn't wait for a choice: it was started, or has finished.");
    await emit("import.requested", { import_id: id, group_id: viewer.group.id });
  });
  return get(viewer, id);
}

type ItemPage = { page: number; page_size: number; outcome?: ImportOutcome };

export async function listItems(viewer: Viewer, id: number, { page, page_size: limit, outcome }: ItemPage) {
  await get(viewer, id);
  const filter = { ...caller(viewer), importId: id, outcome };
  const [rows, total] = await Promise.all([
    itemQueries.listItems({ ...filter, limit, offset: (page - 1) * limit }),
    itemQueries.countItems(filter),
  ]);
  return { items: rows.map(present.toImportItem), total } satisfies Paginated<unknown>;
}

export async function cancel(viewer: Viewer, id: number) {
  await get(viewer, id);
  if (!(await end({ id, state: "cancelled" }))) throw conflict("This import has already finished.");
  return get(viewer, id);
}

// Cancels imports whose person has not chosen.
export async function sweep(): Promise<void> {
  const before = clock.getDateIn(-MAX_READY_DAYS * 86_400_000);
  for (const { id } of await queries.listForgotten({ before })) await end({ id, state: "cancelled" });
}
