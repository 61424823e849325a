import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import { recordFiles, storeUnrecordedFile } from "@/lib/chat/files/service";
import { emit } from "@/lib/platform/background/service";
import { conflict, invalid, notFound } from "@/lib/platform/errors";
import { IntakeError } from "@/lib/platform/intake/service";
import type { Paginated } from "@/lib/platform/pagination";
import { openUpload } from "@/lib/platform/storage/service";
import { withExport } from "./export-file";
import { IMPORT_SOURCES } from "./operations";
import * as present from "./present";
import * as queries from "./queries";
import { end } from "./run-import";

export { fail, importSome } from "./run-import";

const MAX_RUNNING_IMPORTS = 3;
const PRODUCTS = new Intl.ListFormat("en").format(Object.values(IMPORT_SOURCES).map(({ name }) => name));

const caller = ({ user, group }: Viewer) => ({ userId: user.id, groupId: group.id });

/**
 * Starts a background import of another product's export.
 * @throws InvalidInput for a file without chats; AppError conflict, too_large, unavailable
 */
export async function start(viewer: Viewer, [file, another]: UploadedFile[]) {
  if (!file) throw invalid(["body", "file"], "Choose a file.");
  if (another) throw invalid(["body", "file"], "Send one file at a time.");
  const { key: storageKey, fileName, size } = file;
  const format = await findSource(viewer.group.id, file);
  await storeUnrecordedFile(file);
  const row = await transaction(async () => {
    if ((await queries.countRunning(caller(viewer))) >= MAX_RUNNING_IMPORTS)
      throw conflict(
        `${MAX_RUNNING_IMPORTS} of your imports are running. Wait for one to finish, or cancel it.`,
      );
    await recordFiles({ ...caller(viewer), kind: "imports" }, [file]);
    const inserted = await queries.insert({ ...caller(viewer), fileName, size, storageKey, format });
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
  const chats = await queries.listChats({ ...which, ids: rows.flatMap(({ chatIds }) => chatIds) });
  return { items: rows.map((row) => present.toChatImport(row, chats)), total } satisfies Paginated<unknown>;
}

export async function get(viewer: Viewer, id: number) {
  const row = await queries.find({ ...caller(viewer), id });
  if (!row) throw notFound("Import");
  return present.toChatImport(row, await queries.listChats({ ...caller(viewer), ids: row.chatIds }));
}

export async function cancel(viewer: Viewer, id: number) {
  await get(viewer, id);
  if (!(await end({ id, state: "cancelled" }))) throw conflict("This import has already finished.");
  return get(viewer, id);
}
