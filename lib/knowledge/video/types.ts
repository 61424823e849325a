import type { UploadedFile } from "@/lib/api/contract";
import { SNIFFED_BYTES, typeOf } from "@/lib/knowledge/documents/service";
import { firstBytes } from "@/lib/platform/storage/service";

/** What videos are, should their names not tell. */
const ENDINGS = ["mp4", "mov", "webm", "mkv", "avi"];
/** As a sentence names them. */
export const VIDEOS = ENDINGS.join(", ").toUpperCase();

/** The media type of a file that is a video by its first bytes, whatever its name is. */
export async function fileType(file: UploadedFile): Promise<string | undefined> {
  const head = await firstBytes(file, SNIFFED_BYTES);
  const types = [file.fileName, ...ENDINGS.map((ending) => `video.${ending}`)].map((name) =>
    typeOf(name, head),
  );
  return types.find((type) => type?.startsWith("video/"));
}
