import { webApi } from "@/lib/ai/web/contract";
import * as web from "@/lib/ai/web/service";
import { implement } from "../implement";

export const webRoutes = implement("Web", webApi, {
  getWebAccess: ({ viewer }) => web.getAccess(viewer),
  setWebAccess: ({ viewer, body }) => web.setAccess(viewer, body),
  testWebSearch: ({ viewer, body }) => web.testSearch(viewer, body),
});
