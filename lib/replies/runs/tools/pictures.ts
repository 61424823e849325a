import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import { addPictures } from "@/lib/knowledge/documents/service";
import { ModelError, makePicture, type PictureShape, SHAPES } from "@/lib/llm/models/service";
import { listGroupConnections } from "@/lib/llm/providers/service";
import { caps, findCost } from "@/lib/llm/usage/service";
import { AppError } from "@/lib/platform/errors";
import type { Running, ToolContext } from "./definition";
import { toWebAccessOwner } from "./web-access";

const FOLDER = "pictures";
const ENDINGS: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" };
const MAX_NAME_LENGTH = 60;
const CHARACTERS_PER_TOKEN = 4;

export const prompt = z.string().trim().min(1).max(4000);
export const shape = z.enum(Object.keys(SHAPES) as [PictureShape, ...PictureShape[]]).optional();

export const canMakePictures = ({ pictureModel, chat }: ToolContext): boolean =>
  pictureModel !== null && chat.documentsAndCollectionsEnabled;

type PictureInput = {
  prompt: string;
  shape?: PictureShape;
  pictures?: { bytes: Buffer; mimeType: string }[];
};

/**
 * Generates a picture, stores it as a document of the chat and attaches it to the reply.
 * @throws AppError with a message for the model, including refusals of the provider; the reason of the signal
 */
export async function make(
  viewer: Viewer,
  { prompt, shape, pictures = [] }: PictureInput,
  setting: ToolContext,
  { signal, tell }: Running,
): Promise<{ text: string }> {
  const { groupId, id: chatId } = setting.chat;
  const model = setting.pictureModel!;
  const picture = await withAppErrors(async () => {
    await caps.assertTokenQuota(groupId, model);
    return makePicture(model, await listGroupConnections(groupId), { prompt, shape, pictures }, signal);
  });
  const used = {
    inputTokens: picture.tokens.input ?? Math.ceil(prompt.length / CHARACTERS_PER_TOKEN),
    outputTokens: picture.tokens.output ?? 0,
  };
  await caps.count({ ...toWebAccessOwner(viewer, setting), model, kind: "picture", ...used });
  const { bytes, mimeType, width, height } = picture;
  const fileName = `${nameFor(prompt)}.${ENDINGS[mimeType]}`;
  const [saved] = await addPictures(viewer, { chatId, folder: FOLDER }, [{ fileName, mimeType, bytes }]);
  if (!setting.made.some(({ document_id: id }) => id === saved!.document_id)) setting.made.push(saved!);
  // The next edit starts from this picture.
  setting.pictures = [saved!.document_id];
  const cost = await findCost(groupId, model, used);
  const facts = [
    `${width} × ${height} pixels`,
    ...(picture.tokens.output === null ? [] : [`${used.inputTokens + used.outputTokens} tokens`]),
    ...(cost === undefined ? [] : [`cost ${Number(cost.toPrecision(3))}`]),
  ].join(", ");
  tell(`${prompt}\n${facts}`);
  return {
    text: `The picture is ${saved!.file_name} (document ${saved!.document_id}): ${facts}. The person sees it under this reply.`,
  };
}

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ModelError) throw new AppError("provider_failed", error.message);
    throw error;
  }
}

function nameFor(prompt: string): string {
  const words = prompt
    .replace(/[^\p{L}\p{N}\s-]+/gu, " ")
    .trim()
    .split(/\s+/);
  let name = "";
  for (const word of words) {
    if (`${name} ${word}`.length > MAX_NAME_LENGTH) break;
    name = `${name} ${word}`.trim();
  }
  return name || "Picture";
}
