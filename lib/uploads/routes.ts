import { implement } from "@/lib/api/routes";
import { uploadsApi } from "./contract";
import * as uploads from "./service";

export const uploadsRoutes = implement("Documents", uploadsApi, {
  getUploadLimits: () => uploads.limits(),
  startUpload: ({ viewer, body }) => uploads.start(viewer, body),
});
