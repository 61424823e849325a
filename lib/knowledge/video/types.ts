import type { UploadedFile } from "@/lib/api/contract";
import { detectType, SNIFFED_BYTES, videoEndings } from "@/lib/knowledge/documents/service";
import { firstBytes } from "@/lib/platform/storage/service";

/** As a sentence names them. */
export const VIDEOS = videoEndings.join(", ").toUpperCase();

/** The media type of a file that is a video by its first bytes, whatever its name is. */
export async function fileType(file: UploadedFile): Promise<string | undefined> {
  const head = await firstBytes(file, SNIFFED_BYTES);
  const types = [file.fileName, ...videoEndings.map((ending) => `video.${ending}`)].map((name) =>
    detectType(name, head),
  );
  return types.find((type) => type?.startsWith("video/"));
}
