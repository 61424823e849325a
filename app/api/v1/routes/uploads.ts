import { uploadsApi } from "@/lib/knowledge/uploads/contract";
import * as uploads from "@/lib/knowledge/uploads/service";
import { implement } from "../implement";

export const uploadsRoutes = implement("Documents", uploadsApi, {
  getUploadLimits: () => uploads.getLimits(),
  startUpload: ({ viewer, body }) => uploads.start(viewer, body),
});
