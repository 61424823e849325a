import { Readable } from "node:stream";
import { transaction } from "@/db/transaction";
import type { Viewer } from "@/lib/api/actor";
import type { UploadedFile } from "@/lib/api/contract";
import * as files from "@/lib/chat/files/service";
import { AppError, invalid, notFound } from "@/lib/platform/errors";
import { cropSquare } from "@/lib/platform/pictures/service";
import { openFile, openUpload, type StoredFile, storeFile } from "@/lib/platform/storage/service";
import { PICTURE } from "./contract";
import { get } from "./editing";
import { cachedAssistants } from "./lookup";
import * as queries from "./queries";
import { getEditable, getUsable } from "./rights";

/**
 * Crops an uploaded picture to a square and re-encodes it, which removes all metadata.
 * @throws AppError unsupported_type
 */
export async function cropToSquare(picture: Readable, groupId: string): Promise<Buffer> {
  const square = await cropSquare(picture, PICTURE.side, groupId);
  if (!square)
    throw new AppError(
      "unsupported_type",
      "This is no picture that can be read. Choose a PNG, JPEG or WebP.",
    );
  return square;
}

/** Stores a picture. The caller must reference it in a row or release it. */
export async function storePicture(square: Buffer) {
  const file = await storeFile(Readable.from([square]));
  await files.storeUnrecordedFile(file);
  return file;
}

export async function setPicture(viewer: Viewer, id: number, [given]: UploadedFile[]) {
  const before = await getEditable(viewer, id);
  if (!given) throw invalid(["body", "file"], "Send the picture as the field `file`.");
  if (given.size > PICTURE.mostBytes)
    throw new AppError("too_large", `A picture may have ${PICTURE.mostBytes / 1_000_000} MB.`);
  const file = await storePicture(await cropToSquare(openUpload(given), viewer.group.id));
  try {
    await change(viewer, id, file);
  } finally {
    await files.release([file]);
  }
  if (before.avatarKey) await files.deleteUnreferenced([before.avatarKey]);
  return get(viewer, id);
}

export async function removePicture(viewer: Viewer, id: number) {
  const { avatarKey } = await getEditable(viewer, id);
  await change(viewer, id, null);
  if (avatarKey) await files.deleteUnreferenced([avatarKey]);
  return get(viewer, id);
}

async function change({ group, user }: Viewer, id: number, picture: StoredFile | null): Promise<void> {
  await transaction(async () => {
    const values = { avatarKey: picture?.key ?? null };
    if (!(await queries.updateAssistant({ groupId: group.id, id, values }))) throw notFound("Assistant");
    if (picture) await files.recordFiles({ groupId: group.id, userId: user.id }, [picture]);
    cachedAssistants.forget(group.id, id);
  });
}

// The file was re-encoded here from pixels alone, so it may be displayed inline.
const HEADERS = {
  "content-type": "image/webp",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "private, max-age=31536000, immutable",
};

export async function getPicture(viewer: Viewer, id: number) {
  const { avatarKey } = await getUsable(viewer, id);
  if (!avatarKey) throw notFound("Picture");
  return { headers: { ...HEADERS, etag: `"${avatarKey}"` }, stream: await openFile(avatarKey) };
}
