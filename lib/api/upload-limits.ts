import { AppError } from "@/lib/platform/errors";
import { uploadLimits } from "./operations";

export type UploadLimits = { fileMb: number; requestMb: number };

export const createFileTooLargeError = (
  name: string,
  { fileMb }: Pick<UploadLimits, "fileMb"> = uploadLimits,
) => new AppError("too_large", `The file ${name} is larger than ${fileMb} MB.`);
export const createTooManyFilesError = () =>
  new AppError("too_large", `A request may carry at most ${uploadLimits.files} files.`);
export const requestTooLarge = ({ requestMb }: Pick<UploadLimits, "requestMb"> = uploadLimits) =>
  new AppError("too_large", `The files of one request may have at most ${requestMb} MB together.`);
