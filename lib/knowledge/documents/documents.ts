import type { StoredAttachment } from "@/db/schema/messages";
import type { UploadedFile } from "@/lib/api/contract";
import { type FileOwner, recordFiles, storeUnrecordedFile } from "@/lib/chat/files/service";
import { AppError } from "@/lib/platform/errors";
import { shortenFileName } from "@/lib/platform/file-name";
import { hasVisibleCharacter, toPlainName } from "@/lib/platform/plain-name";
import { readFirstBytes } from "@/lib/platform/storage/service";
import type { Audience } from "./audience";
import { checkArchive } from "./check-archive";
import {
  ACCEPTED,
  ACCEPTED_SOUNDS,
  detectType,
  explainUnknownType,
  SNIFFED_BYTES,
  toSoundFileName,
} from "./file-types";
import { enqueue } from "./processing-queue";
import * as queries from "./queries";

export type CheckedFile = UploadedFile & { mimeType: string };

/**
 * Detects the type of each file by its content.
 * @throws AppError unsupported_type, too_large; InvalidInput for an invalid archive. Each error names the file
 */
export function checkUploads(groupId: string, files: UploadedFile[]): Promise<CheckedFile[]> {
  return Promise.all(
    files.map(async (given) => {
      const file = { ...given, fileName: toPlainName(given.fileName) };
      const head = await readFirstBytes(file, SNIFFED_BYTES);
      const mimeType = detectType(file.fileName, head);
      if (!mimeType)
        throw new AppError(
          "unsupported_type",
          `The file ${file.fileName} ${explainUnknownType(file.fileName, head)}. ${ACCEPTED}`,
        );
      const checked = { ...file, mimeType };
      await checkArchive(groupId, checked);
      return checked;
    }),
  );
}

/**
 * Checks that a file is a sound recording, and returns it with a matching extension.
 * @throws AppError unsupported_type
 */
export async function checkRecording(file: UploadedFile): Promise<CheckedFile> {
  const head = await readFirstBytes(file, SNIFFED_BYTES);
  const fileName = toSoundFileName(file.fileName, head, file.claimedType);
  if (!fileName)
    throw new AppError(
      "unsupported_type",
      `The file ${file.fileName} is no recording of sound. ${ACCEPTED_SOUNDS}`,
    );
  return { ...file, fileName, mimeType: detectType(fileName, head)! };
}

/**
 * Checks files and uploads them to storage. Runs before the transaction that inserts their documents, because a bucket
 * may be slow. Files that get no document are deleted at the end of the request.
 * @throws AppError unsupported_type, unavailable
 */
export async function storeUploads(groupId: string, files: UploadedFile[]): Promise<CheckedFile[]> {
  const checked = await checkUploads(groupId, files);
  await Promise.all(checked.map(storeUnrecordedFile));
  return checked;
}

type Keeper = { user: { id: number } | null; group: { id: string } };
// The quota that files count toward. Files of connectors count toward the group's quota only.
type QuotaOrigin = Pick<FileOwner, "kind">;
type Where = {
  chatId?: number;
  folder?: string;
  audience?: Audience;
  chatWorkspaceId?: number;
};

const toPlace = ({ chatId, chatWorkspaceId, audience }: Where) => {
  if (chatId !== undefined) return { chatId };
  const place = "library" as const;
  return chatWorkspaceId === undefined
    ? { place, ...audience }
    : { place, chatWorkspaceId, usableBy: "creator" as const };
};

/**
 * Inserts documents for stored files within a transaction and queues them for processing. Returns their rows.
 * @throws AppError too_large
 */
export async function createDocuments(
  { user, group }: Keeper,
  where: Where,
  files: CheckedFile[],
  { kind }: QuotaOrigin = {},
) {
  const userId = kind === "connectors" ? null : (user?.id ?? null);
  await recordFiles({ groupId: group.id, userId, kind }, files);
  const rows: queries.DocumentRow[] = [];
  for (const file of files) {
    const row = await queries.insertDocument({
      groupId: group.id,
      ...toPlace(where),
      folder: where.folder && toPlainName(where.folder),
      fileName: toFileName(file),
      mimeType: file.mimeType,
      size: file.size,
      sha256: file.sha256,
      storageKey: file.key,
      createdBy: user?.id ?? null,
    });
    await enqueue(row);
    rows.push(row);
  }
  return rows;
}

// Connectors and tools also provide names, which they don't validate.
function toFileName({ fileName }: CheckedFile): string {
  const plain = toPlainName(fileName);
  return hasVisibleCharacter(plain) ? shortenFileName(plain) : "file";
}

export async function createAttachments(
  by: Keeper,
  chatId: number,
  files: CheckedFile[],
): Promise<StoredAttachment[] | null> {
  const kept = await createDocuments(by, { chatId }, files);
  if (kept.length === 0) return null;
  return kept.map(({ id, fileName, mimeType, size }) => ({
    document_id: id,
    file_name: fileName,
    mime_type: mimeType,
    size,
  }));
}
