import type { UploadedFile } from "@/lib/api/contract";
import * as extraction from "@/lib/files/extraction/service";
import { AppError, invalid } from "@/lib/platform/errors";
import { IntakeError } from "@/lib/platform/intake/service";
import { openUpload } from "@/lib/platform/storage/service";

/**
 * Validates the table of contents of an uploaded ZIP archive, or of a document in ZIP format, without unpacking it.
 * @throws AppError too_large, unsupported_type; InvalidInput. Each error names the file and the rule
 */
export const checkArchive = (groupId: string, file: UploadedFile & { mimeType: string }): Promise<void> =>
  nameFaults(file.fileName, () =>
    extraction.checkArchive({ mimeType: file.mimeType, groupId }, () => openUpload(file)),
  );

/**
 * Runs a check and adds the file's name to its errors.
 * @throws as `checkArchive`
 */
export async function nameFaults(fileName: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof IntakeError)) throw error;
    const sentence = error.describe(`The file ${fileName}`);
    if (error.code === "no_document") throw new AppError("unsupported_type", sentence);
    const isTooLarge = error.code === "too_large" || (error.fault && error.fault !== "crash");
    if (isTooLarge) throw new AppError("too_large", sentence);
    throw invalid(["body", "files"], sentence);
  }
}
