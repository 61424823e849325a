import type { UploadedFile } from "@/lib/api/contract";
import { type CheckedFile, checkUploads } from "@/lib/knowledge/documents/service";
import { AppError } from "@/lib/platform/errors";
import { storeFile } from "@/lib/platform/storage/service";
import type { Incoming } from "./mail-headers";

const MAX_FILES = 10;

/**
 * Temporarily stores the attachments of a mail that are allowed in messages. The caller must discard them. Also
 * returns a sentence about each rejected file.
 */
export async function storeAttachments(
  groupId: string,
  { attachments, openAttachment }: Pick<Incoming, "attachments" | "openAttachment">,
) {
  const files: CheckedFile[] = [];
  const refused: string[] = [];
  for (const { fileName: given, type, output } of attachments) {
    const fileName = nameFrom(given) || NAMES[type] || "attachment";
    if (files.length >= MAX_FILES) refused.push(`The file ${fileName} is one too many.`);
    else {
      const stored = await storeFile(await openAttachment(output));
      const file: UploadedFile = { ...stored, fileName, claimedType: type };
      try {
        files.push(...(await checkUploads(groupId, [file])));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused.push(error.message);
      }
    }
  }
  return { files, refused };
}

const NAMES: Record<string, string> = { "message/rfc822": "mail.eml", "text/calendar": "invitation.ics" };

const nameFrom = (text: string) =>
  text
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(-200);
