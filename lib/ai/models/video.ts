import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { deleteFromGoogle, uploadToGoogle } from "./google-files";
import { type Connection, type ModelChoice, ModelError, type ModelVideo } from "./types";

const MB = 1024 * 1024;
/** What is sent inside of a request; Google has a place for what is larger. */
const INLINE = { google: 15 * MB, "openai-compatible": 25 * MB };

/** A video that a model is to be shown. `size` in bytes. */
type VideoFile = { mediaType: string; size: number; open: () => Promise<Readable> };

/** Whether there is a way to show a whole video to models of this provider; not every model takes it. */
export const takesVideos = ({ provider }: Pick<ModelChoice, "provider">): boolean => provider in INLINE;

/**
 * Makes a video ready to be shown to a model. `dispose` when the model has seen it.
 * @throws ModelError, the reason of the signal; AppError when the file is away
 */
export async function videoFor(
  { provider }: ModelChoice,
  connections: Connection[],
  { mediaType, size, open }: VideoFile,
  signal: AbortSignal,
): Promise<{ video: ModelVideo; dispose: () => Promise<void> }> {
  const connection = connections.find((each) => each.provider === provider);
  const most = INLINE[provider as keyof typeof INLINE];
  if (!connection || !most) throw new ModelError("not_configured", "No connected model accepts videos.");
  if (size <= most) {
    const data = await buffer(await open());
    return { video: { mediaType, data }, dispose: async () => {} };
  }
  if (provider !== "google") {
    const text = `The model server takes videos of at most ${most / MB} MB.`;
    throw new ModelError("failed", text);
  }
  const source = await open();
  const stream = Readable.toWeb(source) as unknown as ReadableStream<Uint8Array>;
  const file = await uploadToGoogle(connection, { stream, size, mediaType, signal }).catch((error) => {
    source.destroy();
    throw error;
  });
  return {
    video: { mediaType, data: { google: file.uri } },
    dispose: () => deleteFromGoogle(connection, file),
  };
}
