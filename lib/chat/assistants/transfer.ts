import { Readable } from "node:stream";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import * as files from "@/lib/chat/files/service";
import * as access from "@/lib/identity/access/service";
import { isMentionTaken } from "@/lib/identity/mention-names/service";
import { readWholeFile } from "@/lib/platform/storage/service";
import { type AssistantFile, FILE_FORMAT, FILE_VERSION, type VirtualAssistantCreate } from "./contract";
import { keep, squareOf } from "./picture";
import * as present from "./present";
import type * as queries from "./queries";
import { editable } from "./rights";
import { create } from "./write";

/** Assistants made of others, and as files. */

type File = z.output<typeof AssistantFile>;
type New = z.output<typeof VirtualAssistantCreate>;

const LONGEST_NAME = 100;
const idsOf = (things: { id: number }[]) => things.map(({ id }) => id);

const contentOf = (row: queries.ShownRow) => {
  return present.contentOf(row, {
    documentIds: idsOf(row.documents),
    collectionIds: idsOf(row.collections),
    colleagueIds: idsOf(row.colleagues),
  });
};

/** Makes an assistant that is and knows the same, for the same people. @throws AppError not_found, forbidden */
export async function duplicate(viewer: Viewer, id: number) {
  access.authorize(viewer, "assistants.change");
  const row = await editable(viewer, id);
  const picture = row.avatarKey ? await readWholeFile(row.avatarKey) : undefined;
  return made(
    viewer,
    {
      ...contentOf(row),
      name: `${row.name.slice(0, LONGEST_NAME - 4)} (2)`,
      mention_name: null,
      usable_by: row.usableBy,
      people: row.people.map(({ id: user_id, canEdit: can_edit }) => ({ user_id, can_edit })),
    },
    picture,
  );
}

/** An assistant as a file, without what belongs to its group. @throws AppError not_found, forbidden */
export async function exported(viewer: Viewer, id: number): Promise<File> {
  const row = await editable(viewer, id);
  const { document_ids: _, collection_ids: __, colleague_ids: ___, ...assistant } = contentOf(row);
  const picture = row.avatarKey ? (await readWholeFile(row.avatarKey)).toString("base64") : undefined;
  return { format: FILE_FORMAT, version: FILE_VERSION, assistant, ...(picture && { picture }) };
}

/** Makes an assistant of a file. A mention name that is taken is left out. @throws AppError forbidden, unsupported_type for its picture */
export async function imported(viewer: Viewer, { assistant, picture }: File) {
  access.authorize(viewer, "assistants.change");
  const { mention_name } = assistant;
  const isTaken = mention_name ? await isMentionTaken(viewer.group.id, mention_name) : false;
  // From somebody else: opened as any other picture of people.
  const square = picture
    ? await squareOf(Readable.from([Buffer.from(picture, "base64")]), viewer.group.id)
    : undefined;
  return made(viewer, { ...assistant, mention_name: isTaken ? null : mention_name }, square);
}

async function made(viewer: Viewer, given: New, picture: Buffer | undefined) {
  if (!picture) return create(viewer, given);
  const file = await keep(picture);
  try {
    return await create(viewer, given, file);
  } finally {
    await files.release([file]);
  }
}
