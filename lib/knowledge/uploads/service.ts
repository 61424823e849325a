import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Viewer } from "@/lib/api/actor";
import type { BodyOf, UploadedFile } from "@/lib/api/contract";
import {
  createFileTooLargeError,
  createRequestTooLargeError,
  createTooManyFilesError,
} from "@/lib/api/upload-errors";
import { uploadLimits } from "@/lib/api/upload-limits";
import { endings } from "@/lib/knowledge/documents/service";
import * as clock from "@/lib/platform/clock";
import { seal, unseal } from "@/lib/platform/crypto/seal";
import { AppError, conflict, invalid } from "@/lib/platform/errors";
import { discardFiles, getDirectUploads } from "@/lib/platform/storage/service";
import type { Upload, UploadLimits, uploadsApi } from "./contract";

// Files that browsers upload to the bucket directly. The upload's id contains its sealed parameters, so nothing is
// stored in the database until a request uses the file.
type Sealed = {
  key: string;
  name: string;
  size: number;
  sha256?: string;
  user: number;
  group: string;
  until: number;
};

const MB = 1024 * 1024;
const ADDRESS_SECONDS = 15 * 60;
// A request may use an uploaded file for this long. Afterwards, the sweep deletes the file.
const MAX_UPLOAD_AGE_MS = 3_600_000;

export const getLimits = (): z.infer<typeof UploadLimits> => ({
  direct: getDirectUploads() !== undefined,
  file_mb: uploadLimits.fileMb,
  request_mb: uploadLimits.requestMb,
  files: uploadLimits.files,
  types: endings,
});

/** @throws AppError conflict where files are not stored in a bucket, too_large */
export async function start(
  { user, group }: Viewer,
  { file_name: name, size, sha256 }: BodyOf<typeof uploadsApi.startUpload>,
): Promise<z.infer<typeof Upload>> {
  const bucket = getDirectUploads();
  if (!bucket) throw conflict("This installation has no bucket: send files with the request.");
  if (size > uploadLimits.fileMb * MB) throw createFileTooLargeError(name);
  const key = randomUUID();
  const until = clock.now() + MAX_UPLOAD_AGE_MS;
  const about: Sealed = { key, name, size, sha256, user: user.id, group: group.id, until };
  return {
    upload_id: Buffer.from(seal("uploads", JSON.stringify(about)), "base64").toString("base64url"),
    url: await bucket.address(key, { size, seconds: ADDRESS_SECONDS }),
    method: "PUT",
    headers: {},
    expires_at: clock.getDateIn(ADDRESS_SECONDS * 1000).toISOString(),
  };
}

/**
 * Consumes files that the viewer has uploaded to the bucket, as if the request had contained them. Each file can be
 * used once.
 * @param files the files in the request itself, which count toward the same limits
 * @throws InvalidInput for a missing or expired file, AppError too_large
 */
export async function consume(viewer: Viewer, ids: string, files: UploadedFile[]): Promise<UploadedFile[]> {
  const bucket = getDirectUploads();
  if (!bucket) throw gone();
  const named = ids.split(",").map((id) => opened(viewer, id.trim()));
  if (new Set(named.map(({ key }) => key)).size < named.length) throw gone();
  if (files.length + named.length > uploadLimits.files) throw createTooManyFilesError();
  const bytes = [...files, ...named].reduce((sum, { size }) => sum + size, 0);
  if (bytes > uploadLimits.requestMb * MB) throw createRequestTooLargeError();
  const taken: UploadedFile[] = [];
  try {
    for (const { key, name: fileName, size, sha256 } of named) {
      const file = await bucket.fetch(key).catch((error) => {
        throw error instanceof AppError && error.kind === "not_found" ? gone() : error;
      });
      taken.push({ ...file, fileName, claimedType: "" });
      if (file.size !== size || (sha256 && file.sha256 !== sha256))
        throw invalid(["body", "upload_ids"], `The file ${fileName} is not the one that was announced.`);
    }
  } catch (error) {
    await discardFiles(taken);
    throw error;
  }
  await Promise.all(named.map(({ key }) => bucket.delete(key)));
  return taken;
}

function opened({ user, group }: Viewer, id: string): Sealed {
  const text = unseal("uploads", Buffer.from(id, "base64url").toString("base64"));
  if (!text) throw gone();
  const about = JSON.parse(text) as Sealed;
  if (about.user !== user.id || about.group !== group.id || about.until < clock.now()) throw gone();
  return about;
}

const gone = () => invalid(["body", "upload_ids"], "An uploaded file no longer exists. Upload it again.");
