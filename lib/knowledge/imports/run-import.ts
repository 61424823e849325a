import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { deleteUnreferenced, release } from "@/lib/chat/files/service";
import { findDeputy } from "@/lib/identity/auth/service";
import * as indexing from "@/lib/llm/indexing/service";
import { IntakeError } from "@/lib/platform/intake/service";
import { isQuotaError } from "@/lib/platform/quota/service";
import { openFile } from "@/lib/platform/storage/service";
import { yieldToForeground } from "@/lib/platform/telemetry/foreground";
import { type Export, type ExportedChat, withExport } from "./export-file";
import { type ImportedChat, type ImportedMessage, listTexts, toTitle } from "./imported-chat";
import { checkFile, type ImportedFile } from "./imported-file";
import type { ImportedRecord } from "./imported-record";
import type { ImportPart } from "./operations";
import * as queries from "./queries";
import { mapImportedChats } from "./queries/chats";
import * as itemQueries from "./queries/items";
import { storeChats } from "./store-chats";
import { findMissingAssistants, storeRecord } from "./store-records";

const AT_ONCE = 20;
const MAX_CHARACTERS = 2_000_000;
// Time in milliseconds after which a step yields to other work.
const STEP = 3_000;
const MAX_FAILURES = 20;
const MAX_CHATS_PER_STEP = 5;
// A small archive may name its files in any number of messages.
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
    if (!(await step.importRecords(chats, row.recordsPassed))) return false;
    await queries.endRecords({ id });
    return true;
  }
  if (!parts.includes("chats")) return over(id);
  const outcome = await step.importChats(chats, row.passed);
  return outcome === "more" || (outcome === "done" && over(id));
}

// One step of an import, with the parts that the person chose.
class ImportStep {
  constructor(
    private readonly viewer: Viewer,
    private readonly row: Pick<queries.ImportRow, "id" | "fileBytes">,
    private readonly parts: Set<ImportPart>,
  ) {}

  private get files() {
    if (!this.parts.has("files")) return "none";
    return this.row.fileBytes < MAX_FILE_BYTES ? "all" : "full";
  }

  async importChats(chats: Export, passed: number): Promise<"more" | "done" | "ended"> {
    let from = passed;
    let until: number | undefined;
    for await (const batch of batches(chats.readChats({ passed, files: this.files }))) {
      // Starts the timer at the first batch, because skipping processed chats takes longer with every step.
      until ??= performance.now() + STEP;
      const isNoted = await yieldToForeground(() => this.importBatch(from, batch));
      if (!isNoted) return "ended";
      from += batch.length;
      indexing.scheduleIndexing(this.viewer.group.id);
      if (performance.now() > until) return "more";
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
    return storeWithFiles(given.flatMap(listFiles), async () => {
      const chats = await checkFilesOfNewChats(viewer, given);
      return transaction(async () => {
        const { chatIds, items, files, fileBytes } = await storeChats(viewer, chats, options);
        const missing = options.withAssistants ? await findMissingAssistants(viewer, given) : [];
        const reported = new Set(
          await itemQueries.listTitles(
            id,
            missing.map(({ title }) => title),
          ),
        );
        const imported = chatIds.length;
        const done = {
          passed: batch.length,
          imported,
          skipped: chats.length - imported,
          failures,
          files,
          fileBytes,
        };
        const limits = { mostFailures: MAX_FAILURES, mostChats: MAX_CHATS_PER_STEP };
        if (!(await queries.advance({ id, from, ...limits, ...done, chatIds }))) throw new Overtaken();
        await itemQueries.insertItems(id, [
          ...items,
          ...missing.filter(({ title }) => !reported.has(title)),
          ...failures.map((failure) => ({ kind: "chat" as const, outcome: "left_out" as const, ...failure })),
        ]);
        return true;
      });
    });
  }

  async importRecords(chats: Export, passed: number): Promise<boolean> {
    let at = 0;
    for await (const record of chats.readRecords({ files: this.files })) {
      if (at++ < passed) continue;
      const isChosen = this.parts.has(record.kind === "project" ? "projects" : "assistants");
      if (!(await yieldToForeground(() => this.importRecord(at - 1, record, isChosen)))) return false;
    }
    return true;
  }

  private importRecord(from: number, record: ImportedRecord, isChosen: boolean): Promise<boolean> {
    const { viewer } = this;
    const { id } = this.row;
    return storeWithFiles(record.files, async () => {
      const files: ImportedFile[] = [];
      for (const file of isChosen ? record.files : []) files.push(await checkFile(viewer.group.id, file));
      return transaction(async () => {
        const stored = isChosen
          ? await storeRecord(viewer, { ...record, files })
          : { items: [], files: 0, fileBytes: 0 };
        if (!(await queries.advanceRecords({ id, from, ...stored }))) throw new Overtaken();
        await itemQueries.insertItems(id, stored.items);
        return true;
      });
    });
  }
}

const listFiles = ({ messages }: ImportedChat) => messages.flatMap(({ files = [] }) => files);

class Overtaken extends Error {}

/** Deletes what no document uses afterwards. Returns false when another run has stored the same. */
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

// Bytes of files weigh as much as a tenth as many characters, because they are not in memory.
const BYTES_PER_CHARACTER = 10;

async function* batches(chats: AsyncIterable<ExportedChat>): AsyncGenerator<ExportedChat[]> {
  let batch: ExportedChat[] = [];
  let characters = 0;
  for await (const exported of chats) {
    const added = exported.chat ? countCharacters(exported.chat) : 0;
    if (batch.length > 0 && characters + added > MAX_CHARACTERS) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(exported);
    characters += added;
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function countCharacters(chat: ImportedChat): number {
  const bytes = listFiles(chat).reduce((sum, { upload }) => sum + (upload?.size ?? 0), 0);
  return listTexts(chat).reduce((sum, text) => sum + text.length, 0) + bytes / BYTES_PER_CHARACTER;
}
