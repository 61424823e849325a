import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { getConnectionId } from "./catalog";
import { registry } from "./providers/registry";
import { type Connection, type ModelChoice, ModelError, type ModelVideo } from "./types";

const MB = 1024 * 1024;

type VideoFile = { mediaType: string; size: number; open: () => Promise<Readable> };

const getVideoSupport = (provider: ModelChoice["provider"]) =>
  provider === "builtin" ? undefined : registry[provider].videos;

export const hasVideoSupport = ({ provider }: Pick<ModelChoice, "provider">): boolean =>
  getVideoSupport(provider) !== undefined;

export const findVideoConnection = (connections: Connection[]): Connection | undefined =>
  connections.find(({ provider, isDisabled }) => !isDisabled && getVideoSupport(provider)?.byEveryModel);

/**
 * Prepares a video for a model. Callers must call `dispose` afterwards.
 * @throws ModelError, the reason of the signal; AppError when the file is unavailable
 */
export async function prepareVideo(
  choice: ModelChoice,
  connections: Connection[],
  { mediaType, size, open }: VideoFile,
  signal: AbortSignal,
): Promise<{ video: ModelVideo; dispose: () => Promise<void> }> {
  const connection = connections.find((each) => getConnectionId(each) === choice.connection);
  const videos = getVideoSupport(choice.provider);
  if (!connection || !videos) throw new ModelError("not_configured", "No connected model accepts videos.");
  if (size <= videos.inline) {
    const data = await buffer(await open());
    return { video: { mediaType, data }, dispose: async () => {} };
  }
  if (!videos.upload) {
    const text = `The model server takes videos of at most ${videos.inline / MB} MB.`;
    throw new ModelError("failed", text);
  }
  const source = await open();
  const stream = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
  const upload = { stream, size, mediaType, signal };
  const { data, dispose } = await videos.upload(connection, upload).catch((error) => {
    source.destroy();
    throw error;
  });
  return { video: { mediaType, data }, dispose };
}
