import { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as documents from "@/lib/knowledge/documents/service";
import { isDocumentInReach } from "@/lib/knowledge/search/service";
import { AppError, notFound } from "@/lib/platform/errors";
import { readWholeFile } from "@/lib/platform/storage/service";
import { documentId } from "./cite-passages";
import { type ToolContext, tool } from "./definition";
import { canMakePictures, make, prompt, shape } from "./pictures";

const MAX_PICTURES = 4;
// Size limit of image providers, per picture.
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp"];

export const editPicture = tool({
  description:
    "Make a new picture from pictures of this chat: change, extend or combine them. Only when the person asks for it.",
  input: z.object({
    prompt: prompt.describe("What to change, and what to keep."),
    document_ids: z
      .array(documentId)
      .max(MAX_PICTURES)
      .optional()
      .describe("The pictures to begin with. Absent: the newest ones of the conversation."),
    shape: shape.describe("Absent: as the model likes."),
  }),
  kind: "write",
  label: "Editing a picture",
  about: (input) => input.prompt,
  applies: canMakePictures,
  isLong: true,
  run: async (viewer, { prompt, shape, document_ids: ids }, setting, running) => {
    const chosen = ids && ids.length > 0 ? ids : setting.pictures.slice(0, MAX_PICTURES);
    if (chosen.length === 0)
      throw new AppError("bad_request", "There is no picture in the conversation yet.");
    const pictures = [];
    for (const id of new Set(chosen)) pictures.push(await loadPicture(viewer, id, setting));
    return make(viewer, { prompt, shape, pictures }, setting, running);
  },
});

async function loadPicture(viewer: Viewer, id: number, { chat, audience }: ToolContext) {
  if (!(await isDocumentInReach(chat, audience, id))) throw notFound(`Document ${id}`);
  const { fileName, mimeType, size, storageKey } = await documents.getDocument(viewer, id);
  if (!TYPES.includes(mimeType))
    throw new AppError("unsupported_type", `${fileName} is no picture of the types PNG, JPEG or WebP.`);
  if (size > MAX_PICTURE_BYTES) throw new AppError("too_large", `${fileName} is larger than 20 MB.`);
  return { bytes: await readWholeFile(storageKey), mimeType };
}
