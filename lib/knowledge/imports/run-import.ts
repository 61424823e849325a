import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import { deleteUnreferenced } from "@/lib/chat/files/service";
import { findDeputy } from "@/lib/identity/auth/service";
import * as indexing from "@/lib/llm/indexing/service";
import { IntakeError } from "@/lib/platform/intake/service";
import { isQuotaError } from "@/lib/platform/quota/service";
import { openFile } from "@/lib/platform/storage/service";
import { yieldToForeground } from "@/lib/platform/telemetry/foreground";
import { type Export, type ExportedChat, withExport } from "./export-file";
import { type ImportedChat, listTexts, toTitle } from "./imported-chat";
import * as queries from "./queries";
import { storeChats } from "./store-chats";

const AT_ONCE = 20;
const MAX_CHARACTERS = 2_000_000;
// Time in milliseconds after which a step yields to other work.
const STEP = 3_000;
const MAX_FAILURES = 20;
const MAX_CHATS_PER_STEP = 5;

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
    return await withExport({ open: () => openFile(key), groupId: row.groupId }, (chats) =>
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

async function work(
  viewer: Viewer,
  { id, found, passed }: queries.ImportRow,
  chats: Export,
): Promise<boolean> {
  if (found === null) {
    await queries.setFound({ id, found: await chats.count() });
    return true;
  }
  let from = passed;
  let until: number | undefined;
  for await (const batch of batches(chats.after(passed))) {
    // Starts the timer at the first batch, because skipping processed chats takes longer with every step.
    until ??= performance.now() + STEP;
    const isNoted = await yieldToForeground(() => importBatch(viewer, id, from, batch));
    if (!isNoted) return false;
    from += batch.length;
    indexing.scheduleIndexing(viewer.group.id);
    if (performance.now() > until) return true;
  }
  return over(id);
}

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

const countCharacters = (chat: ImportedChat) => listTexts(chat).reduce((sum, text) => sum + text.length, 0);

class Overtaken extends Error {}

// Imports a batch atomically. Returns false when the import has ended or another run has stored the batch.
async function importBatch(
  viewer: Viewer,
  id: number,
  from: number,
  batch: ExportedChat[],
): Promise<boolean> {
  const chats = batch.flatMap(({ chat }) => chat ?? []);
  const failures = batch.flatMap((exported) =>
    exported.chat ? [] : { title: toTitle(exported.title) || "Unnamed chat", reason: exported.reason },
  );
  try {
    return await transaction(async () => {
      const chatIds = await storeChats(viewer, chats);
      const imported = chatIds.length;
      const done = { passed: batch.length, imported, skipped: chats.length - imported, failures };
      const limits = { mostFailures: MAX_FAILURES, mostChats: MAX_CHATS_PER_STEP };
      if (!(await queries.advance({ id, from, ...limits, ...done, chatIds }))) throw new Overtaken();
      return true;
    });
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}
