import type { UploadedFile } from "@/lib/api/contract";
import { detectType, SNIFFED_BYTES, videoEndings } from "@/lib/knowledge/documents/service";
import { readFirstBytes } from "@/lib/platform/storage/service";

export const VIDEOS = videoEndings.join(", ").toUpperCase();

/** Returns the media type of a video, which is detected by its first bytes; undefined for other files. */
export async function detectFileType(file: UploadedFile): Promise<string | undefined> {
  const head = await readFirstBytes(file, SNIFFED_BYTES);
  const types = [file.fileName, ...videoEndings.map((ending) => `video.${ending}`)].map((name) =>
    detectType(name, head),
  );
  return types.find((type) => type?.startsWith("video/"));
}
