import { Readable } from "node:stream";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf, UploadedFile } from "@/lib/api/contract";
import { deleteUnreferenced, recordFiles, storeUnrecordedFile } from "@/lib/chat/files/service";
import { detectEngine, MediaError, type MediaProperties, probe } from "@/lib/files/media/service";
import * as documents from "@/lib/knowledge/documents/service";
import { detectType, SNIFFED_BYTES, videoEndings } from "@/lib/knowledge/documents/service";
import { selectTracks } from "@/lib/knowledge/transcripts/service";
import { assertUsable } from "@/lib/llm/group-models/service";
import { caps } from "@/lib/llm/usage/service";
import * as background from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { AppError, conflict, getErrorCode, invalid, notFound } from "@/lib/platform/errors";
import { sqlState } from "@/lib/platform/sql-state";
import { getLocalCopy, getUploadedPath, readFirstBytes } from "@/lib/platform/storage/service";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { listReadingModels, listWatchingModels, requireAvailableModel } from "./ask-models";
import type { videoApi } from "./contract";
import * as run from "./conversion-steps";
import { toError, toFault } from "./errors";
import * as present from "./present";
import { waitForChange } from "./progress";
import * as queries from "./queries";

export { fail } from "./conversion-steps";
export * as converting from "./converting";

// The maximum number of running conversions per group, because their files occupy storage.
const MAX_OPEN_CONVERSIONS = 20;

type ConversionInput = Omit<BodyOf<typeof videoApi.convertVideo>, "is_sync">;
type StoredVideo = {
  facts: MediaProperties;
  size: number;
  fileName: string;
  mimeType: string;
  storageKey: string;
};

/**
 * Starts a conversion in the background. First rejects files that are not videos, and videos that no connected model
 * can read.
 * @returns the id of the conversion's streaming task
 * @throws AppError not_found for the document, bad_request, conflict, too_large, unavailable, rate_limited;
 * InvalidInput
 */
export async function start(
  viewer: Viewer,
  kind: "analysis" | "text",
  input: ConversionInput,
): Promise<string> {
  const { files, document_id, method, model: wanted = null, extra_instructions, audio_track = null } = input;
  const { user, group } = viewer;
  if (wanted === "builtin") throw invalid(["body", "model"], "This model cannot read videos.");
  await assertUsable(viewer, [wanted]);
  if (wanted !== null) await requireAvailableModel(group.id, wanted);
  // Checks early to save the work of reading the file. The transaction checks again.
  await requireConversionSlot(group.id);
  const document = document_id === undefined ? undefined : await documents.getDocument(viewer, document_id);
  const source = document ? await ofDocument(document) : await ofUpload(files);
  requireTrack(source.facts, audio_track);
  await requireModel(group.id, { method, wanted });
  if (!document) await storeUnrecordedFile(files[0]!);
  const { facts, size, ...stored } = source;
  const found: run.ConversionFindings = { facts, size, chatId: document?.chatId ?? 0 };
  const values = {
    ...stored,
    groupId: group.id,
    userId: user.id,
    kind,
    documentId: document?.id ?? null,
    method,
    model: wanted,
    extraInstructions: extra_instructions ?? null,
    audioTrack: audio_track,
    found,
  };
  return transaction(async () => {
    await requireConversionSlot(group.id);
    if (!document) await recordFiles({ groupId: group.id, userId: user.id }, files);
    const { id } = await queries.insert(values);
    await background.emit("video.requested", { conversion_id: id, group_id: group.id }, id);
    return id;
  }).catch((error: unknown) => {
    // The foreign key fails when the document has been deleted in the meantime.
    throw document && getErrorCode(error) === sqlState.foreignKeyViolation ? notFound("Document") : error;
  });
}

async function requireConversionSlot(groupId: string): Promise<void> {
  if ((await queries.countOpen({ groupId })) >= MAX_OPEN_CONVERSIONS)
    throw conflict(`This group has ${MAX_OPEN_CONVERSIONS} videos in progress. Wait for one to finish.`);
}

async function ofUpload([file, another]: UploadedFile[]): Promise<StoredVideo> {
  if (!file) throw new AppError("bad_request", "The field file is required.");
  if (another) throw invalid(["body", "file"], "Send one video at a time.");
  const { key: storageKey, fileName, size } = file;
  const mimeType = await detectFileType(file);
  if (!mimeType)
    throw invalid(
      ["body", "file"],
      `The file ${fileName} isn't a video that can be read. Accepted: ${VIDEOS}.`,
    );
  return { storageKey, fileName, size, mimeType, facts: await readFacts(getUploadedPath(file), "file") };
}

async function ofDocument(document: Awaited<ReturnType<typeof documents.getDocument>>): Promise<StoredVideo> {
  const { storageKey, fileName, size, mimeType } = document;
  if (!mimeType.startsWith("video/")) throw invalid(["body", "document_id"], "This document isn't a video.");
  const { path, dispose } = await getLocalCopy(storageKey);
  try {
    return { storageKey, fileName, size, mimeType, facts: await readFacts(path, "document_id") };
  } finally {
    await dispose();
  }
}

async function readFacts(path: string, field: string): Promise<MediaProperties> {
  if (!(await detectEngine()))
    throw new AppError("unavailable", "Videos cannot be read here: ffmpeg is not installed.");
  const facts = await probe(path).catch((error) => {
    throw error instanceof MediaError ? invalid(["body", field], error.message) : error;
  });
  const most = config().VIDEO_MAX_MINUTES;
  if (!facts.hasVideo) throw invalid(["body", field], facts.why ?? "This file contains no video.");
  if (facts.seconds > most * 60)
    throw invalid(["body", field], `A video may be at most ${most} minutes long.`);
  return facts;
}

function requireTrack({ tracks }: MediaProperties, wanted: string | null): void {
  if (wanted === null) return;
  try {
    selectTracks(tracks, wanted);
  } catch (error) {
    throw error instanceof MediaError ? invalid(["body", "audio_track"], error.message) : error;
  }
}

type ModelRequirement = { method: ConversionInput["method"]; wanted: string | null };
/** @throws AppError unavailable when no model could read the video, rate_limited when no tokens are left */
async function requireModel(groupId: string, { method, wanted }: ModelRequirement): Promise<void> {
  const all = await listReadingModels(groupId, wanted);
  const watching = method === "full_video" ? await listWatchingModels(groupId, wanted) : [];
  // A model without vision support can read the transcript and on-screen text.
  if (watching.length + all.length === 0) {
    const text = "No connected model can read images. An admin can connect one in Settings → Models.";
    throw new AppError("unavailable", text);
  }
  await caps.assertTokenQuota(groupId).catch((error) => {
    const fault = toFault(error);
    throw fault ? toError(fault, "file") : error;
  });
}

const asker = ({ user, group }: Viewer, id: string) => ({ id, userId: user.id, groupId: group.id });

/**
 * Returns a conversion of the viewer.
 * @throws AppError not_found
 */
async function own(viewer: Viewer, id: string): Promise<queries.PolledConversion> {
  const row = await queries.findConversion(asker(viewer, id));
  if (!row) throw notFound("Streaming task");
  return row;
}

/**
 * Waits for the result. Aborting `signal` does not stop the conversion.
 * @throws AppError or InvalidInput with the reason of a failed conversion
 */
export async function waitForResult(viewer: Viewer, id: string, signal: AbortSignal) {
  for (;;) {
    const row = await own(viewer, id);
    if (row.status === "completed") return { text: row.text ?? "", method: row.usedMethod! };
    if (row.finishedAt) throw toError(row, row.documentId === null ? "file" : "document_id");
    if (signal.aborted) throw new AppError("unavailable", "Client disconnected.");
    await waitForChange(id, signal);
  }
}

/** @throws AppError not_found for other users */
export const read = async (viewer: Viewer, id: string) => present.toStreamState(await own(viewer, id));

/**
 * Streams `progress` events, then `done`.
 * @throws AppError not_found, before the first event
 */
export async function follow(viewer: Viewer, id: string, signal: AbortSignal) {
  const first = await own(viewer, id);
  return events(viewer, first, signal);
}

async function* events(
  viewer: Viewer,
  first: queries.PolledConversion,
  signal: AbortSignal,
): AsyncIterable<StreamEvent> {
  let row: queries.PolledConversion | undefined = first;
  let told = "";
  while (row && !signal.aborted) {
    const progress = present.toProgress(row);
    const now = JSON.stringify(progress);
    if (progress && now !== told) {
      told = now;
      yield { event: "progress", data: progress };
    }
    if (row.finishedAt) {
      if (row.error) yield { event: "error", data: { message: row.error } };
      yield { event: "done", data: present.toStreamState(row) };
      return;
    }
    await waitForChange(row.id, signal);
    row = await queries.findConversion(asker(viewer, row.id));
  }
}

/**
 * Stops a conversion. As for replies, anyone who knows the id may stop it.
 * @throws AppError not_found
 */
export async function stop(id: string) {
  await run.cancel(id);
  const status = await queries.findStatus({ id });
  if (!status) throw notFound("Streaming task");
  return { success: true as const, status: present.toStatus(status) };
}

export async function list({ user, group }: Viewer, query: { page: number; page_size: number }) {
  const { rows, total } = await queries.list({
    userId: user.id,
    groupId: group.id,
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  return { items: rows.map(present.toListItem), total };
}

/**
 * Returns the text of a conversion as a file.
 * @throws AppError not_found, conflict when the conversion has no text
 */
export async function getTextFile(viewer: Viewer, id: string) {
  const { text, fileName } = await getConversion(viewer, id);
  if (text === null) throw conflict("This video has no text.");
  const name = `${fileName.replace(/\.[^.]+$/, "")}.md`;
  const headers = {
    "content-type": "text/markdown; charset=utf-8",
    "content-disposition": `attachment; filename*=UTF-8''${documents.encodeFileName(name)}`,
    "cache-control": "private, no-cache",
    "content-security-policy": "sandbox; default-src 'none'",
  };
  return { stream: Readable.from([text]), headers };
}

/**
 * Repeats a failed or canceled conversion.
 * @returns the id of the new conversion
 * @throws AppError not_found, conflict; also the errors of `start`
 */
export async function retry(viewer: Viewer, id: string): Promise<string> {
  const row = await getConversion(viewer, id);
  if (row.finishedAt === null || row.status === "completed")
    throw conflict("Only a conversion that failed or was cancelled can be retried.");
  if (row.documentId === null)
    throw conflict("This video isn't stored any more. Upload it again, or add it to your documents first.");
  return start(viewer, row.kind, {
    files: [],
    document_id: row.documentId,
    method: row.method,
    model: row.model ?? undefined,
    extra_instructions: row.extraInstructions ?? undefined,
    audio_track: row.audioTrack ?? undefined,
  });
}

/**
 * Deletes a conversion with its text, and cancels it first when it is running.
 * @throws AppError not_found
 */
export async function remove(viewer: Viewer, id: string) {
  const { finishedAt } = await own(viewer, id);
  if (finishedAt === null) await run.cancel(id);
  await queries.remove(asker(viewer, id));
  return { success: true as const, message: "The conversion was deleted." };
}

async function getConversion(viewer: Viewer, id: string): Promise<queries.ConversionRow> {
  const row = await queries.findOwn(asker(viewer, id));
  if (!row) throw notFound("Video conversion");
  return row;
}

export async function sweep(): Promise<void> {
  await deleteUnreferenced(await queries.deleteExpiredConversions());
}

const VIDEOS = videoEndings.join(", ").toUpperCase();

async function detectFileType(file: UploadedFile): Promise<string | undefined> {
  const head = await readFirstBytes(file, SNIFFED_BYTES);
  const types = [file.fileName, ...videoEndings.map((ending) => `video.${ending}`)].map((name) =>
    detectType(name, head),
  );
  return types.find((type) => type?.startsWith("video/"));
}
