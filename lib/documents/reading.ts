import type { StoredPart } from "@/db/schema/documents";
import { readWholeFile } from "@/lib/storage/service";
import { isTextType } from "./types";

export type ReadText = { text: string; parts: StoredPart[]; pages: number | null };

/** The text of a stored file, or why it has none, as a sentence for a person. Files of sounds and moving pictures have an empty one. */
export async function readText({
  storageKey,
  mimeType,
}: {
  storageKey: string;
  fileName: string;
  mimeType: string;
}): Promise<ReadText | { problem: string }> {
  if (!isTextType(mimeType)) return { text: "", parts: [], pages: null };
  const text = (await readWholeFile(storageKey)).toString("utf8");
  return { text: text.replace(/^\ufeff/, "").replaceAll("\0", " "), parts: [], pages: null };
}
