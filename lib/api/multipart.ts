import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { config } from "@/lib/platform/config";
import { AppError } from "@/lib/platform/errors";
import { discardFiles, storeFile } from "@/lib/platform/storage/service";
import type { Body, UploadedFile } from "./contract";
import type { ApiRequest } from "./request";
import {
  createFileTooLargeError,
  createRequestTooLargeError,
  createTooManyFilesError,
} from "./upload-errors";
import { type UploadLimits, uploadLimits } from "./upload-limits";

const MB = 1024 * 1024;
const MAX_FIELD_BYTES = MB;

const getLimits = ({ isVideo }: Pick<Body, "isVideo">): UploadLimits => {
  if (!isVideo) return uploadLimits;
  const { VIDEO_MAX_MB: most } = config();
  return { fileMb: most, requestMb: most };
};

/**
 * Parses a multipart body as a stream: fields become values, and files go directly to temporary storage. On failure
 * all stored files are removed.
 * @throws AppError 400 when it is malformed, 413 naming the limit and the file
 */
export async function readMultipart(
  request: ApiRequest,
  { files: fileField, ...kind }: Pick<Body, "files" | "isVideo">,
): Promise<{ fields: Record<string, string>; files: UploadedFile[] }> {
  const limits = getLimits(kind);
  if (Number(request.headers["content-length"] ?? 0) > limits.requestMb * MB + MB)
    throw createRequestTooLargeError(limits);
  const fields: Record<string, string> = Object.create(null);
  const storing: Promise<UploadedFile>[] = [];
  // Files being stored when parsing fails would otherwise wait for data forever.
  const failed = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const parser = busboy(request, limits);
      const fail = (error: Error) => {
        request.body.unpipe(parser);
        request.body.resume();
        reject(error);
      };
      let total = 0;
      parser.on("field", (name: string, value: string, _: boolean, isCut: boolean) => {
        if (isCut) fail(new AppError("too_large", `The field ${name} may have at most 1 MB.`));
        // Browsers normalize line breaks of form fields to CRLF (HTML, "constructing the entry list").
        fields[name] = value.replaceAll("\r\n", "\n");
      });
      parser.on(
        "file",
        (
          name: string,
          stream: Readable,
          fileName: string | undefined,
          _encoding: string,
          claimedType: string,
        ) => {
          if (name !== fileField || !fileName) {
            stream.resume();
            return;
          }
          stream.on("limit", () => fail(createFileTooLargeError(fileName, limits)));
          const count = (bytes: number) => {
            total += bytes;
            if (total > limits.requestMb * MB) fail(createRequestTooLargeError(limits));
          };
          const stored = storeFile(stream, count, failed.signal).then((file) => ({
            ...file,
            fileName,
            claimedType,
          }));
          stored.catch(fail);
          storing.push(stored);
        },
      );
      parser.on("filesLimit", () => fail(createTooManyFilesError()));
      parser.on("partsLimit", () => fail(new AppError("too_large", "The body has too many parts.")));
      parser.on("finish", resolve);
      parser.on("error", () => fail(new AppError("bad_request", "The multipart body is malformed.")));
      request.body.on("aborted", () => fail(new AppError("bad_request", "The upload was cut off.")));
      request.body.on("error", () => fail(new AppError("bad_request", "The upload was cut off.")));
      request.body.pipe(parser);
    });
    return { fields: { ...fields }, files: await Promise.all(storing) };
  } catch (error) {
    failed.abort();
    const settled = await Promise.allSettled(storing);
    await discardFiles(settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
    throw error;
  }
}

function busboy(request: ApiRequest, { fileMb }: UploadLimits) {
  try {
    return new Busboy({
      headers: { "content-type": request.headers["content-type"]! },
      limits: {
        fieldSize: MAX_FIELD_BYTES,
        fields: 50,
        fileSize: fileMb * MB,
        files: uploadLimits.files,
        parts: 100,
      },
    });
  } catch {
    throw new AppError("bad_request", "The multipart body has no boundary.");
  }
}
