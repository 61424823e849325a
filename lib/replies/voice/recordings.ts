import { transaction } from "@/db/transaction";
import type { CallOptions, Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as chats from "@/lib/chat/chats/service";
import { deleteUnreferenced, recordFiles, storeUnrecordedFile } from "@/lib/chat/files/service";
import { MediaError, probe } from "@/lib/files/media/service";
import { findDeputy } from "@/lib/identity/auth/service";
import { ModelError } from "@/lib/llm/models/service";
import * as background from "@/lib/platform/background/service";
import { AppError, conflict, InvalidInput, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { getLocalCopy, readWholeFile } from "@/lib/platform/storage/service";
import * as sending from "@/lib/replies/sending/service";
import { checkVoiceMessage, type NewVoice } from "./check-voice-message";
import * as present from "./present";
import * as queries from "./queries";
import { buildText, getSpeechEngine, toAppError, transcribeRange, transcribeRecording } from "./transcribe";

// Transcribes voice messages in the background (decision 33).

const MAX_OPEN_RECORDINGS = 20;
// Short enough for a speech server without a GPU to answer within its four minutes, and long enough that few words are
// cut at a boundary.
const PART_SECONDS = 180;
// Seconds; a shorter rest is appended to the last part.
const REST = 1;
// At this interval, each recording is checked for cancellation.
const POLL_INTERVAL_MS = 1000;

/**
 * Stores a recording to be transcribed into a voice message. Idempotent by key.
 * @throws AppError, InvalidInput as `checkVoiceMessage`; AppError unavailable without a speech provider, too_large
 * when the quota is exceeded, conflict when the person has too many recordings in progress
 */
export async function start(viewer: Viewer, reference: Reference, input: NewVoice, options: CallOptions) {
  const { chat, recording } = await checkVoiceMessage(viewer, reference, input);
  const which = { userId: viewer.user.id, groupId: chat.groupId, chatId: chat.id };
  const requestKey = options.idempotency?.key;
  const known = requestKey && (await queries.findByKey({ ...which, requestKey }));
  if (known) return present.toRecording(known);
  await getSpeechEngine(chat.groupId).catch((error) => {
    throw toAppError(error);
  });
  await storeUnrecordedFile(recording);
  const row = await transaction(async () => {
    if ((await queries.countOpen(which)) >= MAX_OPEN_RECORDINGS)
      throw conflict(`You have ${MAX_OPEN_RECORDINGS} recordings in progress. Wait for one to finish.`);
    await recordFiles({ groupId: chat.groupId, userId: viewer.user.id }, [recording]);
    const { fileName, mimeType, size, sha256, key: storageKey } = recording;
    const row = await queries.insert({
      ...which,
      requestKey,
      fileName,
      mimeType,
      size,
      sha256,
      storageKey,
      translate: input.translate,
      models: input.models ?? null,
      replyingToId: input.replying_to_message_id ?? null,
    });
    if (!row) throw conflict("This recording is being taken already.");
    await background.emit("voice.requested", { recording_id: row.id, group_id: chat.groupId }, row.id);
    return row;
  });
  return present.toRecording(row);
}

async function own(viewer: Viewer, reference: Reference, id: string): Promise<queries.RecordingRow> {
  const { chat } = await chats.getChatFor(viewer, reference);
  const row = await queries.find({ id, userId: viewer.user.id, groupId: chat.groupId, chatId: chat.id });
  if (!row) throw notFound("Recording");
  return row;
}

export const get = async (viewer: Viewer, reference: Reference, id: string) =>
  present.toRecording(await own(viewer, reference, id));

export async function cancel(viewer: Viewer, reference: Reference, id: string) {
  await own(viewer, reference, id);
  await endRecording(id, { status: "cancelled", fault: "conflict", error: "The recording was cancelled." });
  return get(viewer, reference, id);
}

export async function countParts(id: string): Promise<number> {
  const row = await queries.findOpen({ id });
  if (!row) return 0;
  if (row.parts !== null) return row.parts;
  const seconds = await measureSeconds(row).catch(async (error) => {
    // A cancelled recording no longer has a file.
    if (await queries.isStillOpen({ id })) throw error;
    return undefined;
  });
  const parts = Math.max(1, Math.ceil(((seconds ?? 0) - REST) / PART_SECONDS));
  const rounded = seconds === undefined ? null : Math.round(seconds);
  return (await queries.change({ id, seconds: rounded, parts })) ? parts : 0;
}

// Returns undefined for formats that cannot be measured here. A speech model may still be able to read them.
async function measureSeconds({ storageKey }: queries.RecordingRow): Promise<number | undefined> {
  const { path, dispose } = await getLocalCopy(storageKey);
  try {
    return (await probe(path)).seconds;
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  } finally {
    await dispose();
  }
}

/**
 * Transcribes part `n`, counted from 1, unless that was done before. Returns false when the recording has ended or
 * this part makes it fail.
 */
export async function transcribePart(id: string, n: number): Promise<boolean> {
  const row = await queries.findOpen({ id });
  if (!row) return false;
  if (row.heard[n]) return true;
  return whileOpen(id, async (signal) => {
    try {
      const part = await transcribeStoredPart(row, n, signal);
      return await queries.storePart({ id, n, part });
    } catch (error) {
      if (signal.aborted || !(await queries.isStillOpen({ id }))) return false;
      const fault = toFault(error);
      if (!fault) throw error;
      // Retries recordings with several parts, which would be lost. The sender of a short recording can send it again.
      if (error instanceof ModelError && error.retryable && row.parts! > 1) {
        await queries.change({ id, ...fault });
        throw error;
      }
      await fail(id, fault);
      return false;
    }
  });
}

async function transcribeStoredPart(row: queries.RecordingRow, n: number, signal: AbortSignal) {
  const { storageKey: key, groupId, fileName, mimeType, translate } = row;
  if (row.parts === 1) {
    const bytes = () => readWholeFile(key);
    return transcribeRecording({ bytes, at: { key }, fileName, mimeType, groupId, signal }, translate);
  }
  const from = (n - 1) * PART_SECONDS;
  const seconds = n === row.parts ? PART_SECONDS + REST : PART_SECONDS;
  const { path, dispose } = await getLocalCopy(key);
  try {
    return await transcribeRange({ path, groupId, signal }, { from, seconds }, translate);
  } finally {
    await dispose();
  }
}

// Aborts the signal within a second after the recording was cancelled in any process.
async function whileOpen<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const look = setInterval(async () => {
    if (!(await queries.isStillOpen({ id }).catch(() => true))) stopping.abort();
  }, POLL_INTERVAL_MS).unref();
  try {
    return await work(stopping.signal);
  } finally {
    clearInterval(look);
  }
}

export async function finish(id: string): Promise<void> {
  const row = await queries.findOpen({ id });
  if (!row) return;
  try {
    const viewer = await findDeputy(row.userId, row.groupId, "voice");
    if (!viewer) throw new AppError("forbidden", "You no longer have access to this chat.");
    const { chat } = await chats.getChatFor(viewer, row.chatId);
    const heard = Object.entries(row.heard).sort(([a], [b]) => Number(a) - Number(b));
    const parts = heard.map(([, part]) => part);
    const message_input = await buildText(chat, parts, row.translate);
    await transaction(async () => {
      // The recording is ended first, so that its file does not count towards the quota twice.
      if (!(await queries.end({ id, status: "completed" }))) return;
      const sent = await sending.send(
        viewer,
        row.chatId,
        {
          type: "voice",
          message_input,
          replying_to_message_id: row.replyingToId,
          files: [],
          is_sync: false,
          models: row.models ?? undefined,
          request_key: row.requestKey,
        },
        {},
        [toFile(row)],
      );
      const became = { messageId: sent.user_message_id, streamingTaskId: sent.streaming_task_id };
      await queries.setMessage({ id, ...became });
    });
  } catch (error) {
    const fault = toFault(error);
    if (!fault) throw error;
    await fail(id, fault);
  }
}

const toFile = ({ storageKey: key, fileName, mimeType, size, sha256 }: queries.RecordingRow) => ({
  key,
  fileName,
  mimeType,
  claimedType: mimeType,
  size,
  sha256,
});

type RecordingFault = { fault: string; error: string };
const UNFORESEEN = {
  fault: "internal",
  error: "Something went wrong while this recording was transcribed. Try it again.",
};

function toFault(error: unknown): RecordingFault | undefined {
  const told = toAppError(error);
  if (told instanceof InvalidInput) return { fault: "invalid", error: told.faults[0]!.msg };
  return told instanceof AppError ? { fault: told.kind, error: told.message } : undefined;
}

export async function fail(id: string, fault?: RecordingFault): Promise<void> {
  const row = await queries.findOpen({ id });
  if (!row) return;
  const left = row.fault && row.error ? { fault: row.fault, error: row.error } : UNFORESEEN;
  log.warn({ recording: id, ...(fault ?? left) }, "a voice message could not be transcribed");
  await endRecording(id, { status: "failed", ...(fault ?? left) });
}

async function endRecording(
  id: string,
  ending: Omit<Parameters<typeof queries.end>[0], "id">,
): Promise<void> {
  const ended = await queries.end({ id, ...ending });
  if (ended) await deleteUnreferenced([ended.storageKey]);
}

export async function sweep(): Promise<void> {
  await deleteUnreferenced(await queries.deleteExpiredRecordings());
}
