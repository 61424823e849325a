import type { UploadedFile } from "@/lib/api/contract";
import { detectExtension, findDocumentType } from "@/lib/files/extraction/service";
import {
  type CheckedFile,
  detectPictureType,
  detectType,
  SNIFFED_BYTES,
  storeUploads,
} from "@/lib/knowledge/documents/service";
import { AppError, InvalidInput } from "@/lib/platform/errors";
import { toStorableText } from "@/lib/platform/storable-text";
import { readFirstBytes } from "@/lib/platform/storage/service";

export type ImportedFile = {
  name: string;
  // In temporary storage; absent for a file that is only named.
  upload?: UploadedFile;
  // Whether the upload is the text of the file, not the file.
  isText?: boolean;
  // In storage, of a type that documents can have.
  checked?: CheckedFile;
  // Why the file is left out.
  problem?: string;
};

/**
 * Checks the type of a file by its content and stores it. A file that can't become a document gets a problem instead.
 * @throws AppError unavailable
 */
export async function checkFile(groupId: string, { upload, ...file }: ImportedFile): Promise<ImportedFile> {
  const name = toStorableText(file.name);
  if (!upload) return { ...file, name };
  try {
    const fileName = await chooseFileName(upload, name, file.isText ?? false);
    const [checked] = await storeUploads(groupId, [{ ...upload, fileName }]);
    return { name, checked };
  } catch (error) {
    return { name, problem: describeProblem(error) };
  }
}

// Returns the reason why a file is refused. Errors that the file did not cause are thrown.
function describeProblem(error: unknown): string {
  if (error instanceof InvalidInput) return error.faults[0]!.msg;
  if (error instanceof AppError && error.kind !== "unavailable") return error.message;
  throw error;
}

// Names of pictures often have no extension, and a text that was extracted from a PDF is none.
async function chooseFileName(upload: UploadedFile, name: string, isText: boolean): Promise<string> {
  const head = await readFirstBytes(upload, SNIFFED_BYTES);
  const type = detectType(name, head);
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  const known = type === undefined ? undefined : findDocumentType(type);
  if (isText) return known?.isText && known.endings.includes(extension ?? "") ? name : `${name}.txt`;
  if (known) return name;
  const ending =
    detectPictureType(head)
      ?.replace(/^image\//, "")
      .replace("jpeg", "jpg") ?? detectExtension(head);
  return ending ? `${name.replace(/\.dat$/i, "")}.${ending}` : name;
}

/** Names the files that are not attached in the text of their message. */
export function nameFiles(text: string, names: string[]): string {
  const lines = [...new Set(names)].map((name) => `[File: ${name}]`);
  return [text, lines.join("\n")].filter(Boolean).join("\n\n");
}
