import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { deleteUnreferenced, release } from "@/lib/chat/files/service";
import { isImported } from "@/lib/chat/workspaces/service";
import { findDeputy } from "@/lib/identity/auth/service";
import * as indexing from "@/lib/llm/indexing/service";
import { IntakeError } from "@/lib/platform/intake/service";
import { isQuotaError } from "@/lib/platform/quota/service";
import { openFile } from "@/lib/platform/storage/service";
import { yieldToForeground } from "@/lib/platform/telemetry/foreground";
import { batches, listFiles, sumBytes } from "./batches";
import { type Export, type ExportedChat, withExport } from "./export-file";
import { type ImportedChat, type ImportedMessage, toTitle } from "./imported-chat";
import { checkFile, type ImportedFile } from "./imported-file";
import type { ImportedRecord, RecordFailure } from "./imported-record";
import type { ImportPart } from "./operations";
import * as queries from "./queries";
import { mapImportedChats } from "./queries/chats";
import * as itemQueries from "./queries/items";
import { storeChats } from "./store-chats";
import { findMissingAssistants, findModelId, storeRecord } from "./store-records";

// Time in milliseconds after which a step yields to other work.
const STEP = 3_000;
const MAX_FAILURES = 20;
const MAX_CHATS_PER_STEP = 5;
// A small archive may name its files in any number of messages.
const MAX_FILES = 20_000;
const MAX_FILE_BYTES = 2_000 * 1024 * 1024;

/**
 * Imports some chats of a running import; called repeatedly in the background. Progress is committed with the chats, so
 * a run that takes over after a crash resumes there.
 * @returns whether chats remain
 */
export async function importSome(id: number): Promise<boolean> {
  const row = await queries.findRunning({ id });
  if (!row) return false;
  const viewer = await findDeputy(row.userId, row.groupId, "job");
  if (!viewer) return over(id, "You are no longer a member of the group.");
  const key = row.storageKey!;
  try {
    return await withExport({ open: () => openFile(key), groupId: row.groupId }, async (chats) =>
      chats ? work(viewer, row, chats) : over(id, "No chats were found in the file."),
    );
  } catch (error) {
    if (error instanceof IntakeError) return over(id, error.describe("The file"));
    if (isQuotaError(error)) return over(id, (error as Error).message);
    // The import was cancelled, which deleted its file.
    if (!(await queries.findRunning({ id }))) return false;
    throw error;
  }
}

export const fail = async (id: number): Promise<void> =>
  void (await over(
    id,
    "Something went wrong here. Import the file again: chats you already have are skipped.",
  ));

async function over(id: number, error?: string): Promise<false> {
  await end({ id, state: error ? "failed" : "completed", error });
  return false;
}

export async function end(ending: Parameters<typeof queries.end>[0]): Promise<boolean> {
  const ended = await queries.end(ending);
  if (ended) await deleteUnreferenced([ended.storageKey]);
  return ended !== undefined;
}

async function work(viewer: Viewer, row: queries.ImportRow, chats: Export): Promise<boolean> {
  const { id, found, parts } = row;
  if (parts === null) {
    const { from, until, ...counts } = await chats.countContents();
    const toDate = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    await queries.setContents({ id, contents: { ...counts, from: toDate(from), until: toDate(until) } });
    return false;
  }
  if (found === null) {
    await queries.setFound({ id, found: parts.includes("chats") ? await chats.count() : 0 });
    return true;
  }
  const step = new ImportStep(viewer, row, new Set(parts));
  if (row.recordsPassed !== null) {
    const outcome = await step.importRecords(chats, row.recordsPassed);
    if (outcome === "done") await queries.endRecords({ id });
    return outcome !== "ended";
  }
  if (!parts.includes("chats")) return over(id);
  const outcome = await step.importChats(chats, row.passed);
  return outcome === "more" || (outcome === "done" && over(id));
}

// One step of an import, with the parts that the person chose.
class ImportStep {
  private filesRead: number;
  private fileBytes: number;

  constructor(
    private readonly viewer: Viewer,
    private readonly row: Pick<queries.ImportRow, "id" | "filesRead" | "fileBytes">,
    private readonly parts: Set<ImportPart>,
  ) {
    this.filesRead = row.filesRead;
    this.fileBytes = row.fileBytes;
  }

  private get isFull() {
    return this.filesRead >= MAX_FILES || this.fileBytes >= MAX_FILE_BYTES;
  }

  private get files() {
    if (!this.parts.has("files")) return "none";
    return this.isFull ? "full" : "all";
  }

  // Counts also files that are left out, because reading and reporting them takes time and room as well.
  private countFiles(files: ImportedFile[]) {
    const filesRead = files.filter(({ upload, problem }) => upload || problem).length;
    const fileBytes = sumBytes(files);
    this.filesRead += filesRead;
    this.fileBytes += fileBytes;
    return { filesRead, fileBytes };
  }

  async importChats(chats: Export, passed: number): Promise<Outcome> {
    let from = passed;
    let until: number | undefined;
    const { files } = this;
    for await (const batch of batches(chats.readChats({ passed, files }))) {
      // Starts the timer at the first batch, because skipping processed chats takes longer with every step.
      until ??= performance.now() + STEP;
      const isNoted = await yieldToForeground(() => this.importBatch(from, batch));
      if (!isNoted) return "ended";
      from += batch.length;
      indexing.scheduleIndexing(this.viewer.group.id);
      // The next step reads no more files.
      if (performance.now() > until || files !== this.files) return "more";
    }
    return "done";
  }

  // Imports a batch atomically. Returns false when the import has ended or another run has stored the batch.
  private async importBatch(from: number, batch: ExportedChat[]): Promise<boolean> {
    const { viewer } = this;
    const { id } = this.row;
    const given = batch.flatMap(({ chat }) => chat ?? []);
    const failures = batch.flatMap((exported) =>
      exported.chat ? [] : { title: toTitle(exported.title) || "Unnamed chat", reason: exported.reason },
    );
    const options = {
      withProjects: this.parts.has("projects"),
      withAssistants: this.parts.has("assistants"),
    };
    const givenFiles = given.flatMap(listFiles);
    const counted = this.countFiles(givenFiles);
    return storeWithFiles(givenFiles, async () => {
      const chats = await checkFilesOfNewChats(viewer, given);
      return transaction(async () => {
        const stored = await storeChats(viewer, chats, options);
        const missing = options.withAssistants ? await findMissingAssistants(viewer, given) : [];
        const reported = new Set(
          await itemQueries.listTitles(
            id,
            missing.map(({ title }) => title),
          ),
        );
        const items = [
          ...stored.items,
          ...missing.filter(({ title }) => !reported.has(title)),
          ...failures.map((failure) => ({ kind: "chat" as const, outcome: "left_out" as const, ...failure })),
        ];
        const { chatIds, files } = stored;
        const imported = chatIds.length;
        const done = {
          ...{ passed: batch.length, imported, skipped: chats.length - imported },
          ...{ failures, chatIds, files, ...counted, ...itemQueries.countNew(items) },
        };
        const limits = { mostFailures: MAX_FAILURES, mostChats: MAX_CHATS_PER_STEP };
        if (!(await queries.advance({ id, from, ...limits, ...done }))) throw new Overtaken();
        await itemQueries.insertItems(id, items);
        return true;
      });
    });
  }

  async importRecords(chats: Export, passed: number): Promise<Outcome> {
    let from = passed;
    let until: number | undefined;
    const files = this.parts.has("projects") ? this.files : "none";
    for await (const record of chats.readRecords({ passed, files })) {
      until ??= performance.now() + STEP;
      if (!(await yieldToForeground(() => this.importRecord(from, record)))) return "ended";
      from++;
      if (performance.now() > until || (files === "all" && this.isFull)) return "more";
    }
    return "done";
  }

  private importRecord(from: number, record: ImportedRecord | RecordFailure): Promise<boolean> {
    const { viewer } = this;
    const { id } = this.row;
    const isChosen = this.parts.has(record.kind === "project" ? "projects" : "assistants");
    const given = "files" in record ? record.files : [];
    const counted = this.countFiles(given);
    return storeWithFiles(given, async () => {
      const checked = isChosen && "files" in record ? await checkRecord(viewer, record) : record;
      return transaction(async () => {
        const stored = isChosen ? await storeOrReport(viewer, checked) : { items: [], files: 0 };
        const done = { ...counted, ...itemQueries.countNew(stored.items), files: stored.files };
        if (!(await queries.advanceRecords({ id, from, ...done }))) throw new Overtaken();
        await itemQueries.insertItems(id, stored.items);
        return true;
      });
    });
  }
}

type Outcome = "more" | "done" | "ended";

async function storeOrReport(
  viewer: Viewer,
  record: ImportedRecord | RecordFailure,
): Promise<{ items: itemQueries.NewItem[]; files: number }> {
  if ("files" in record) return storeRecord(viewer, record);
  return { items: [{ ...record, outcome: "left_out" }], files: 0 };
}

// Stores files and asks servers for their models before the transaction, because both may be slow.
async function checkRecord(viewer: Viewer, record: ImportedRecord): Promise<ImportedRecord> {
  const files = await checkFilesOfNewProject(viewer, record);
  return { ...record, files, modelId: record.model && (await findModelId(viewer, record.model)) };
}

class Overtaken extends Error {}

// Deletes what no document uses afterwards. Returns false when another run has stored the same.
async function storeWithFiles(files: ImportedFile[], store: () => Promise<boolean>): Promise<boolean> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  } finally {
    await release(files.flatMap(({ upload }) => upload ?? []));
  }
}

// Stores files before the transaction, because a bucket may be slow.
async function checkFilesOfNewChats(viewer: Viewer, given: ImportedChat[]): Promise<ImportedChat[]> {
  const withFiles = given.filter((chat) => listFiles(chat).length > 0);
  const imported = await mapImportedChats({
    userId: viewer.user.id,
    groupId: viewer.group.id,
    keys: withFiles.map(({ key }) => key),
  });
  const chats: ImportedChat[] = [];
  for (const chat of given) {
    const messages: ImportedMessage[] = [];
    for (const message of imported.has(chat.key) ? [] : chat.messages) {
      const files: ImportedFile[] = [];
      for (const file of message.files ?? []) files.push(await checkFile(viewer.group.id, file));
      messages.push({ ...message, files });
    }
    chats.push(imported.has(chat.key) ? chat : { ...chat, messages });
  }
  return chats;
}

// Files come with a new project only.
async function checkFilesOfNewProject(
  viewer: Viewer,
  { key, files }: ImportedRecord,
): Promise<ImportedFile[]> {
  if (files.length === 0 || (await isImported(viewer, key))) return [];
  const checked: ImportedFile[] = [];
  for (const file of files) checked.push(await checkFile(viewer.group.id, file));
  return checked;
}
