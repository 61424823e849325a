import type { Viewer } from "@/lib/api/actor";
import * as media from "@/lib/files/media/service";
import * as documents from "@/lib/knowledge/documents/service";
import { isDocumentInReach } from "@/lib/knowledge/search/service";
import { ModelError } from "@/lib/llm/models/service";
import { AppError, notFound } from "@/lib/platform/errors";
import type { Running, ToolContext } from "./definition";

const MAX_RECORDING_MS = 60 * 60_000;

export const hasMedia = ({ has }: ToolContext): boolean => has.media;

export async function findRecording(
  viewer: Viewer,
  { chat, audience }: ToolContext,
  id: number,
  kinds: RegExp,
  what: string,
) {
  if (!(await isDocumentInReach(chat, audience, id))) throw notFound("Document");
  const document = await documents.getDocument(viewer, id);
  if (!kinds.test(document.mimeType))
    throw new AppError("unsupported_type", `${document.fileName} is no ${what}.`);
  return document;
}

export async function runWithRetries<T>(
  { signal }: Running,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(MAX_RECORDING_MS);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) throw new AppError("unavailable", "It took longer than an hour.");
    if (error instanceof media.MediaError) throw new AppError("unsupported_type", error.message);
    if (error instanceof ModelError) throw new AppError("provider_failed", error.message);
    throw error;
  }
}
