import type { Viewer } from "@/lib/api/actor";
import * as access from "@/lib/identity/access/service";
import * as models from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { AppError, invalid, notFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { StreamEvent } from "@/lib/platform/stream-event";
import { listGroupConnections } from "./connections";

/**
 * Downloads a model onto the server of a connection and streams the progress. Ending the stream stops the download.
 * @throws AppError forbidden, not_found for the connection; InvalidInput for a provider without downloads
 */
export async function followDownload(
  viewer: Viewer,
  connectionId: string,
  model: string,
  signal: AbortSignal,
): Promise<AsyncIterable<StreamEvent>> {
  const progress = await startDownload(viewer, connectionId, model, signal);
  return (async function* () {
    try {
      for await (const percent of progress) yield { event: "progress", data: { percent } };
      yield { event: "done", data: { model } };
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof models.ModelError)) log.error({ err: error }, "a model could not be downloaded");
      const message =
        error instanceof models.ModelError ? error.message : "The download failed on our side. Try again.";
      yield { event: "error", data: { message } };
    }
  })();
}

/**
 * Downloads a model onto the server of a connection.
 * @throws AppError forbidden, not_found for the connection, provider_failed; InvalidInput; the reason of the signal
 */
export async function downloadModel(
  viewer: Viewer,
  connectionId: string,
  model: string,
  signal: AbortSignal,
) {
  try {
    for await (const _percent of await startDownload(viewer, connectionId, model, signal))
      signal.throwIfAborted();
    return { model };
  } catch (error) {
    if (error instanceof models.ModelError) throw new AppError("provider_failed", error.message);
    throw error;
  }
}

// Only connections that the group has made itself: a server of the environment belongs to the operator.
async function startDownload(viewer: Viewer, connectionId: string, model: string, signal: AbortSignal) {
  access.authorize(viewer, "models.connect");
  const connections = await listGroupConnections(viewer.group.id);
  const connection = connections.find(({ id, isDisabled }) => id === connectionId && !isDisabled);
  if (!connection) throw notFound("Connection");
  const progress = models.downloadModel(connection, config(), model, signal);
  if (!progress) throw invalid(["path", "connection"], "This provider doesn't download models.");
  return progress;
}
