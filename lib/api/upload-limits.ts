export const uploadLimits = { fileMb: 50, requestMb: 200, files: 10 };

export type UploadLimits = Pick<typeof uploadLimits, "fileMb" | "requestMb">;
