import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { sourceFileName, timestamp } from "@/lib/api/fields";
import { uploadLimits } from "@/lib/api/upload-limits";
import { endpoints } from "./operations";

const MB = 1024 * 1024;

export const UploadLimits = z
  .object({
    direct: z.boolean().describe("Files can be put into storage before the request that names them."),
    file_mb: z.int(),
    request_mb: z.int(),
    files: z.int().describe("In one request."),
    types: z.array(z.string()).describe("Endings of names, without the dot."),
  })
  .meta({ id: "UploadLimits" });

export const Upload = z
  .object({
    upload_id: z.string().describe("Names the file, once: in the field `upload_ids` of a multipart body."),
    url: z.string(),
    method: z.literal("PUT"),
    headers: z.record(z.string(), z.string()).describe("To be sent with the file."),
    expires_at: timestamp,
  })
  .meta({ id: "Upload" });

export const uploadsApi = {
  getUploadLimits: operation(endpoints.getUploadLimits, {
    summary: "Get upload limits",
    returns: UploadLimits,
  }),
  startUpload: operation(endpoints.startUpload, {
    summary: "Start an upload",
    description:
      "For installations that store files in a bucket. `PUT` the bytes to the address, then pass `upload_id` in the field `upload_ids` (comma-separated) of any operation that takes files. Uploads that no request uses within an hour are deleted. Returns 409 if files aren't stored in a bucket: send them with the request instead.",
    body: json(
      z.object({
        file_name: sourceFileName(1000),
        size: z
          .int()
          .min(1)
          .describe(`Bytes, at most ${uploadLimits.fileMb * MB}.`),
        sha256: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional()
          .describe("Hexadecimal. When it is given, other bytes are refused."),
      }),
    ),
    returns: Upload,
    status: 201,
  }),
};
