import { AppError } from "@/lib/platform/errors";
import { type UploadLimits, uploadLimits } from "./upload-limits";

export const createFileTooLargeError = (
  name: string,
  { fileMb }: Pick<UploadLimits, "fileMb"> = uploadLimits,
) => new AppError("too_large", `The file ${name} is larger than ${fileMb} MB.`);
export const createTooManyFilesError = () =>
  new AppError("too_large", `A request may carry at most ${uploadLimits.files} files.`);
export const createRequestTooLargeError = ({ requestMb }: Pick<UploadLimits, "requestMb"> = uploadLimits) =>
  new AppError("too_large", `The files of one request may have at most ${requestMb} MB together.`);
