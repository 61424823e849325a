import { Readable } from "node:stream";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as files from "@/lib/chat/files/service";
import { authorizeCreation, getCreationRight } from "@/lib/identity/groups/service";
import { isMentionTaken } from "@/lib/identity/mention-names/service";
import { areUsable } from "@/lib/llm/group-models/service";
import { readWholeFile } from "@/lib/platform/storage/service";
import { type AssistantFile, FILE_FORMAT, FILE_VERSION, type VirtualAssistantCreate } from "./contract";
import { create } from "./editing";
import { listUsableByIds } from "./lookup";
import { cropToSquare, storePicture } from "./picture";
import * as present from "./present";
import type * as queries from "./queries";
import { getEditable, getRights, getUsable } from "./rights";

type AssistantTransfer = z.output<typeof AssistantFile>;
type New = z.output<typeof VirtualAssistantCreate>;

const MAX_NAME_LENGTH = 100;
const toIds = (things: { id: number }[]) => things.map(({ id }) => id);

const toContent = (row: queries.ShownRow) => {
  return present.toContent(row, {
    documentIds: toIds(row.documents),
    collectionIds: toIds(row.collections),
    colleagueIds: toIds(row.colleagues),
  });
};

export async function duplicate(viewer: Viewer, id: number) {
  const row = await getUsable(viewer, id);
  const isShared = getRights(viewer, row).canManage && (await getCreationRight(viewer)) === "shared";
  const colleagues = await listUsableByIds(viewer, toIds(row.colleagues));
  const mayUseModels = await areUsable(viewer, [row.model, ...row.fallbackModels]);
  const picture = row.avatarKey ? await readWholeFile(row.avatarKey) : undefined;
  return createWithPicture(
    viewer,
    {
      ...toContent(row),
      ...(!mayUseModels && { model: null, model_is_fixed: false, fallback_models: [] }),
      colleague_ids: toIds(colleagues),
      name: `${row.name.slice(0, MAX_NAME_LENGTH - 4)} (2)`,
      mention_name: null,
      usable_by: isShared ? row.usableBy : "creator",
      people: isShared ? row.people.map(({ id: user_id, canEdit: can_edit }) => ({ user_id, can_edit })) : [],
    },
    picture,
  );
}

export async function exportAssistant(viewer: Viewer, id: number): Promise<AssistantTransfer> {
  const row = await getEditable(viewer, id);
  const { document_ids: _, collection_ids: __, colleague_ids: ___, ...assistant } = toContent(row);
  const picture = row.avatarKey ? (await readWholeFile(row.avatarKey)).toString("base64") : undefined;
  return { format: FILE_FORMAT, version: FILE_VERSION, assistant, ...(picture && { picture }) };
}

/**
 * Creates an assistant from a file. Drops a mention name that is taken.
 * @throws AppError forbidden, unsupported_type for its picture
 */
export async function importAssistant(viewer: Viewer, { assistant, picture }: AssistantTransfer) {
  await authorizeCreation(viewer, { isShared: false });
  const { mention_name } = assistant;
  const isTaken = mention_name ? await isMentionTaken(viewer.group.id, mention_name) : false;
  // An imported picture is untrusted input, so it is re-encoded like an upload.
  const square = picture
    ? await cropToSquare(Readable.from([Buffer.from(picture, "base64")]), viewer.group.id)
    : undefined;
  return createWithPicture(viewer, { ...assistant, mention_name: isTaken ? null : mention_name }, square);
}

async function createWithPicture(viewer: Viewer, input: New, picture: Buffer | undefined) {
  if (!picture) return create(viewer, input);
  const file = await storePicture(picture);
  try {
    return await create(viewer, input, { picture: file });
  } finally {
    await files.release([file]);
  }
}
