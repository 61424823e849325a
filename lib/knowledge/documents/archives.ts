import { ARCHIVE, ArchiveError, documentType, OFFICE, withZip } from "@/lib/ai/extraction/service";
import type { UploadedFile } from "@/lib/api/contract";
import { AppError, invalid } from "@/lib/platform/errors";
import { uploadedPath } from "@/lib/platform/storage/service";
import { isArchiveType } from "./types";

/**
 * Reads the list of contents of an uploaded ZIP archive, or of a document that is one inside; nothing
 * is unpacked. @throws AppError too_large, unsupported_type; InvalidInput, each naming the file and the rule
 */
export async function checkArchive(file: UploadedFile & { mimeType: string }): Promise<void> {
  const parts = documentType(file.mimeType)?.parts;
  if (!parts && !isArchiveType(file.mimeType)) return;
  try {
    await withZip(uploadedPath(file), parts ? OFFICE : ARCHIVE, async (entries) => {
      if (parts && !entries.some(({ fileName }) => parts.test(fileName)))
        throw new AppError(
          "unsupported_type",
          `The file ${file.fileName} is not what its name says: it has no document in it.`,
        );
      if (entries.length === 0) throw new ArchiveError("is empty");
    });
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const sentence = `The file ${file.fileName} ${error.message}.`;
    if (error.kind === "too_large") throw new AppError("too_large", sentence);
    throw invalid(["body", "files"], sentence);
  }
}
