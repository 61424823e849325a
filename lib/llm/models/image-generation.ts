import { APICallError, type ImageModelV4 } from "@ai-sdk/provider";
import { checkPicture } from "@/lib/platform/pictures/service";
import { recordModelCall } from "@/lib/platform/telemetry/models";
import { getConnectionId, parseId, toModelChoice } from "./catalog";
import { findMissingField } from "./connected-model";
import { describeModelError } from "./failures";
import { getProviderSubject, registry } from "./providers/registry";
import type { Provider } from "./settings";
import { type Connection, ModelError } from "./types";

const PATIENCE_SECONDS = 240;
export const SHAPES = {
  square: { size: "1024x1024", aspectRatio: "1:1" },
  landscape: { size: "1536x1024", aspectRatio: "3:2" },
  portrait: { size: "1024x1536", aspectRatio: "2:3" },
} as const;
export type PictureShape = keyof typeof SHAPES;

type PictureRequest = {
  prompt: string;
  shape?: PictureShape;
  pictures: { bytes: Buffer; mimeType: string }[];
};
export type MadePicture = {
  bytes: Buffer;
  mimeType: string;
  width: number;
  height: number;
  tokens: { input: number | null; output: number | null };
};

const FORMATS = ["png", "jpeg", "webp"];
const REFUSALS =
  /moderation|content.?policy|content.?filter|safety|prohibited|blocklist|recitation|responsible.?ai/i;

export const listPictureModels = (connections: Connection[]): { id: string; label: string }[] =>
  connections
    .filter(({ isDisabled }) => !isDisabled)
    .flatMap((connection) =>
      (registry[connection.provider].pictures?.models ?? []).map((model) => {
        const { id, label } = toModelChoice(connection, model);
        return { id, label };
      }),
    );

export const makesPictures = (provider: Provider): boolean => registry[provider].pictures !== undefined;

// Returns the connection of an image model; undefined if its provider has no image models.
function findPictureConnection(id: string, connections: Connection[]): Connection | undefined {
  const connection = connections.find((each) => getConnectionId(each) === parseId(id)?.connection);
  return connection && makesPictures(connection.provider) ? connection : undefined;
}

/**
 * Generates or edits an image.
 * @throws ModelError with a sentence for users, also when the provider refuses the prompt; the reason of the signal
 */
export async function makePicture(
  id: string,
  connections: Connection[],
  request: PictureRequest,
  signal: AbortSignal,
): Promise<MadePicture> {
  const name = parseId(id)?.model;
  const connection = findPictureConnection(id, connections);
  const pictures = connection && registry[connection.provider].pictures;
  if (!name || !pictures || findMissingField(connection))
    throw new ModelError(
      "not_configured",
      "The model for pictures isn't connected. An admin can choose another in Settings → Models.",
    );
  const { provider } = connection;
  const who = getProviderSubject(provider);
  const over = recordModelCall("picture", provider, name);
  const late = AbortSignal.timeout(PATIENCE_SECONDS * 1000);
  let outcome = "stopped";
  try {
    const made = await ask(pictures.model(connection, name), pictures.shapedBy, request, [signal, late], who);
    outcome = "ok";
    return made;
  } catch (error) {
    signal.throwIfAborted();
    const failure = toModelError(error, who, late.aborted);
    outcome = failure.code;
    throw failure;
  } finally {
    over(outcome);
  }
}

async function ask(
  model: ImageModelV4,
  shapedBy: "size" | "aspectRatio",
  { prompt, shape, pictures }: PictureRequest,
  signals: AbortSignal[],
  who: string,
): Promise<MadePicture> {
  const { images, usage, providerMetadata } = await model.doGenerate({
    prompt,
    n: 1,
    size: shape && shapedBy === "size" ? SHAPES[shape].size : undefined,
    aspectRatio: shape && shapedBy === "aspectRatio" ? SHAPES[shape].aspectRatio : undefined,
    seed: undefined,
    files:
      pictures.length === 0
        ? undefined
        : pictures.map(({ bytes, mimeType }) => ({
            type: "file",
            mediaType: mimeType,
            data: new Uint8Array(bytes),
          })),
    mask: undefined,
    providerOptions: {},
    abortSignal: AbortSignal.any(signals),
  });
  const [image] = images;
  // Google responds without an image when it refuses a prompt.
  if (image === undefined) {
    const isRefused = REFUSALS.test(JSON.stringify(providerMetadata ?? {}));
    throw isRefused
      ? refused(who)
      : new ModelError("failed", `${who} answered without a picture. Ask for it in other words.`);
  }
  const bytes = typeof image === "string" ? Buffer.from(image, "base64") : Buffer.from(image);
  const tokens = { input: usage?.inputTokens ?? null, output: usage?.outputTokens ?? null };
  return { ...(await validatePicture(bytes, who)), tokens };
}

async function validatePicture(bytes: Buffer, who: string) {
  const picture = await checkPicture(bytes, `pictures of ${who}`);
  if (!picture || !FORMATS.includes(picture.format))
    throw new ModelError("garbage", `${who} sent something that is no picture.`);
  const { format, width, height } = picture;
  return { bytes, mimeType: `image/${format}`, width, height };
}

const refused = (who: string) =>
  new ModelError(
    "failed",
    `${who} refused to make this picture: it may be against its rules. Ask for something else.`,
  );

function toModelError(error: unknown, who: string, isLate: boolean): ModelError {
  if (isLate) return new ModelError("stalled", `${who} took too long to make the picture.`, true);
  const isRefusal =
    APICallError.isInstance(error) &&
    [400, 403, 422].includes(error.statusCode ?? 0) &&
    REFUSALS.test(error.responseBody ?? "");
  if (isRefusal) return refused(who);
  const failure = describeModelError(error, who, false);
  return failure.code === "garbage"
    ? new ModelError("garbage", `${who} sent something that is no picture.`)
    : failure;
}
