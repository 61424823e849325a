import { transaction } from "@/db/transaction";
import type { UploadedFile } from "@/lib/api/contract";
import { uploadLimits } from "@/lib/api/upload-limits";
import * as chats from "@/lib/chat/chats/service";
import { findOwner, recordFiles, release, storeUnrecordedFile } from "@/lib/chat/files/service";
import { type ArchiveMember, type Extracted, unpack } from "@/lib/files/extraction/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import { shortenFileName, shortenFolder } from "@/lib/platform/file-name";
import { IntakeError } from "@/lib/platform/intake/service";
import { toPlainName } from "@/lib/platform/plain-name";
import { discardFiles, readFirstBytes, storeFile } from "@/lib/platform/storage/service";
import { nameFaults } from "./check-archive";
import { detectType, explainUnknownType, SNIFFED_BYTES } from "./file-types";
import { enqueue } from "./processing-queue";
import { hasMembers, insertMembers, joinArchive, lockArchive } from "./queries/members";
import type { DocumentRow } from "./queries/processing";

const MB = 1024 * 1024;

type Unpacked = UploadedFile & { mimeType: string; folder: string };
type ArchiveContents = { files: Unpacked[]; leftOut: string[] };

/**
 * Creates documents for the members of an archive and queues them: all members or, when the archive violates a rule,
 * none. An archive that already has members gets no more, so that a retry neither duplicates members nor restores
 * deleted ones. The archive's own text is its table of contents.
 */
export async function unpackArchive(archive: DocumentRow): Promise<Extracted | { problem: string }> {
  const contents: ArchiveContents = { files: [], leftOut: [] };
  try {
    await unpack({ key: archive.storageKey, groupId: archive.groupId }, (member) => take(member, contents));
    if (contents.files.length === 0) return { problem: "This archive contains no supported file types." };
    await keep(archive, contents.files);
    return {
      text: buildContentsList(archive, contents),
      parts: [],
      pages: null,
      scans: [],
      note: getNote(contents),
    };
  } catch (error) {
    const problem = findProblem(error);
    if (!problem) throw error;
    return { problem };
  } finally {
    await release(contents.files);
  }
}

// Returns the reason why an archive is rejected; undefined for errors that the archive did not cause.
function findProblem(error: unknown): string | undefined {
  if (error instanceof IntakeError) return error.describe("This archive");
  if (error instanceof InvalidInput) return error.faults[0]?.msg;
  if (error instanceof AppError && error.kind !== "unavailable") return error.message;
  return undefined;
}

async function take(member: ArchiveMember, { files, leftOut }: ArchiveContents): Promise<void> {
  const { stream, check } = member;
  const [folder, name] = [
    toPlainName(shortenFolder(member.folder)),
    toPlainName(shortenFileName(member.name)),
  ];
  const stored = await storeFile(stream);
  const file = { ...stored, fileName: name, claimedType: "" };
  const leaveOut = async (why: string) => {
    leftOut.push(`${inFolder(folder, name)} ${why}`);
    await discardFiles([file]);
  };
  const head = await readFirstBytes(file, SNIFFED_BYTES);
  const mimeType = detectType(name, head);
  if (!mimeType) return leaveOut(explainUnknownType(name, head));
  if (file.size > uploadLimits.fileMb * MB) return leaveOut(`is larger than ${uploadLimits.fileMb} MB`);
  files.push({ ...file, mimeType, folder });
  await nameFaults(name, () => check(mimeType));
}

// Uploads all files before the transaction, because a bucket may be slow.
async function keep(archive: DocumentRow, files: Unpacked[]): Promise<void> {
  if (await hasMembers({ archiveId: archive.id })) return;
  for (const file of files) await storeUnrecordedFile(file);
  const { groupId, chatId, createdBy } = archive;
  const rows = await transaction(async () => {
    if (chatId) await chats.lock(chatId);
    const held = await lockArchive(archive);
    if (!held || (await hasMembers({ archiveId: archive.id }))) return [];
    await recordFiles((await findOwner(archive.storageKey)) ?? { groupId, userId: createdBy }, files);
    const { place, usableBy, userIds, chatWorkspaceId } = held;
    const members = files.map(({ fileName, folder, mimeType, size, sha256, key: storageKey }) => ({
      ...{
        groupId,
        place,
        usableBy,
        userIds,
        chatWorkspaceId,
        chatId,
        createdBy,
        fileName,
        mimeType,
        size,
        sha256,
        storageKey,
      },
      archiveId: archive.id,
      folder: shortenFolder(inFolder(held.folder, held.fileName, folder)),
    }));
    const inserted = await insertMembers(members);
    await joinArchive({ archiveId: archive.id, ids: inserted.map(({ id }) => id) });
    if (chatId) await chats.publishUpdated([chatId], "documents_count");
    return inserted;
  });
  // Queues outside of the transaction to keep its locks short. The sweep queues documents that are missed here.
  for (const row of rows) await enqueue(row);
}

const inFolder = (...names: string[]) => names.filter(Boolean).join("/");

function getNote({ leftOut }: ArchiveContents): string | null {
  if (leftOut.length === 0) return null;
  const files = leftOut.length === 1 ? "One file was" : `${leftOut.length} files were`;
  return `${files} left out; the text of this archive says which, and why.`;
}

function buildContentsList({ fileName }: DocumentRow, { files, leftOut }: ArchiveContents): string {
  const kept = files.map(({ folder, fileName: name }) => `- ${inFolder(folder, name)}`);
  const rest = leftOut.length > 0 ? ["", "Left out:", ...leftOut.map((line) => `- ${line}`)] : [];
  return [`Contents of ${fileName}:`, ...kept, ...rest].join("\n");
}
